import type { CallState } from '@livetap/contract'
import type { OffTheRecord } from '../../transcripts'
import { clientKey, type RoomClients } from '../connection/room-clients'
import type { Eva } from '../eva/eva'
import type { AudioStreams } from '../streams/audio-streams'
import type { LiveStream } from '../streams/live-stream'
import type { RoomSettings } from './room-settings'

export interface CallStateParts {
  nowMs: number
  settings: RoomSettings
  offTheRecord: readonly OffTheRecord[]
  /** The client that comes in. */
  mayGoOffTheRecord: boolean
  clients: RoomClients
  streams: AudioStreams
  eva: Eva
  /** How far the text is behind, as it was said last. */
  behindMs: number | undefined
}

/** The state of a meeting, for a client that connects. */
export function callState(parts: CallStateParts): CallState {
  const { nowMs, settings, offTheRecord, mayGoOffTheRecord, clients, streams, eva, behindMs } = parts
  const { state, language, translations } = settings
  const until = Math.max(0, ...offTheRecord.map(range => range.endMs))
  return {
    clock_millis: nowMs,
    language_code: language,
    earmuffs: state.earmuffs,
    chimes: state.chimes,
    recording: state.recording,
    transcription: state.transcription,
    action_item_open: eva.actionItemOpen,
    off_the_record_until_millis: until > nowMs ? Math.round(until) : undefined,
    may_go_off_the_record: mayGoOffTheRecord,
    connected: clients.list(),
    behind_millis: behindMs,
    translations,
    speakers: streams.list().map(stream => ({ ...speakerWire(stream), speaking: stream.speaking })),
  }
}

export const speakerWire = ({ record, microphone }: LiveStream) => ({
  csi: record.csi,
  stream_id: record.id,
  name: record.name,
  client_key: clientKey(record.clientId),
  shared: microphone.isShared,
  voices: microphone.voices > 1 ? microphone.voices : undefined,
})
