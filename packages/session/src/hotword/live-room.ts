import type {
  ActiveTranslation,
  ConnectedClient,
  Highlight,
  LiveTranscript,
  OffTheRecordRange,
} from '@livetap/contract'
import type { Backlog } from './backlog'

export interface Participant {
  readonly key: string
  readonly csi: number
  readonly name: string
  readonly speaking: boolean
  /** Whose voice it is of those connected; undefined where the service does not say. */
  readonly clientKey: string | undefined
}

/** `command_id`: of the command that asked for it, where it is known. */
export interface KnownRange extends OffTheRecordRange {
  readonly command_id?: string | undefined
}

/** What the room looks like: everything that its messages build up. */
export interface LiveRoom {
  /** By their start, each id once. */
  readonly transcripts: readonly LiveTranscript[]
  /** start_millis ascending. */
  readonly highlights: readonly Highlight[]
  /** What is being said right now, one per voice. */
  readonly interims: readonly LiveTranscript[]
  readonly participants: readonly Participant[]
  /** Everyone whose connection is open; undefined where the service does not say. */
  readonly connected: readonly ConnectedClient[] | undefined
  /** Which of them this screen is. */
  readonly ownKey: string | undefined
  readonly translations: readonly ActiveTranslation[]
  readonly backlog: Backlog
  /** How far the text is behind; undefined where the service does not say. */
  readonly behindMs: number | undefined
  readonly evaMuted: boolean
  /** The last call that counts; `callId` names it where the service can undo it. */
  readonly evaWoken:
    | { readonly word: string; readonly atMs: number; readonly callId?: string | undefined }
    | undefined
  /** The last one that counts no more. */
  readonly undoneCall: string | undefined
  readonly chimes: boolean
  readonly recording: boolean
  readonly transcription: boolean
  readonly actionItemOpen: boolean
  /** On this computer's clock; in the past when everything is on the record. */
  readonly offTheRecordUntilMs: number
  /** Of which nothing is kept, in the order of time. */
  readonly offTheRecord: readonly KnownRange[]
  readonly languageCode: string
  /** This computer's time at the meeting's zero; undefined until the service sent it. */
  readonly startedAtMs: number | undefined
}

export const emptyRoom = (languageCode: string): LiveRoom => ({
  transcripts: [],
  highlights: [],
  interims: [],
  participants: [],
  connected: undefined,
  ownKey: undefined,
  translations: [],
  backlog: new Map(),
  behindMs: undefined,
  evaMuted: false,
  evaWoken: undefined,
  undoneCall: undefined,
  chimes: true,
  recording: true,
  transcription: true,
  actionItemOpen: false,
  offTheRecordUntilMs: 0,
  offTheRecord: [],
  languageCode,
  startedAtMs: undefined,
})

/** The key of a voice: two clients may use the same csi. */
export const voiceOf = ({ transcript }: LiveTranscript): string =>
  transcript.stream_id ?? `csi ${transcript.csis[0] ?? 0}`
