export { knownVoicesModule, VOICE_NAMED } from './known-voices.module'
export { VoicePrintsStore } from './voice-prints.store'
