export { type KnownVoicesModule, knownVoicesModule, VOICE_NAMED } from './known-voices.module'
export type { VoicePrintsStore } from './voice-prints.store'
