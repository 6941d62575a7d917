import {
  type ActiveTranslation,
  type ConnectedClient,
  type Highlight,
  type LiveTranscript,
  type OffTheRecordRange,
  texts,
} from '@livetap/contract'
import type { Backlog } from './backlog'

export interface Participant {
  readonly key: string
  readonly csi: number
  readonly name: string
  readonly speaking: boolean
  /** Whose voice it is of those connected; undefined where the service does not say. */
  readonly clientKey: string | undefined
  /** Several people may share this microphone; undefined where the service does not say. */
  readonly shared: boolean | undefined
  /** How many voices were found at it. */
  readonly voices: number
}

/** `command_id`: of the command that asked for it, where it is known. */
export interface KnownRange extends OffTheRecordRange {
  readonly command_id?: string
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
  readonly evaWoken: { readonly word: string; readonly atMs: number; readonly callId?: string } | undefined
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
  /** Whether this user may go off the record without a microphone of this screen; undefined where the service does not say. */
  readonly mayGoOffTheRecord: boolean | undefined
  /** The `id` of the last command that the service refused. */
  readonly refusedCommand: string | undefined
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
  mayGoOffTheRecord: undefined,
  refusedCommand: undefined,
  languageCode,
  startedAtMs: undefined,
})

/** The key of a microphone: two clients may use the same csi. */
export const voiceOf = ({ transcript }: LiveTranscript): string =>
  transcript.stream_id ?? `csi ${transcript.csis[0] ?? 0}`

/** The key of the person who speaks: of several at one microphone, each has their own. */
export const personOf = (row: LiveTranscript): string => {
  const { voice } = row.transcript
  return voice === undefined ? voiceOf(row) : `${voiceOf(row)} ${voice}`
}

/** Who speaks, by the names of those who have the microphones. */
export function speakerOf(row: LiveTranscript, owners: ReadonlyMap<string, string>): string | undefined {
  const { voice } = row.transcript
  const owner = owners.get(voiceOf(row))
  return owner === undefined || voice === undefined ? owner : texts.live.voiceName(owner, voice)
}

/** The microphone of this screen, once it has sent sound. */
export const ownMicrophone = ({
  participants,
  ownKey,
}: Pick<LiveRoom, 'participants' | 'ownKey'>): Participant | undefined =>
  ownKey === undefined ? undefined : participants.findLast(({ clientKey }) => clientKey === ownKey)

/** Those who speak in the meeting, and its host; a service that does not say decides by itself. */
export const mayGoOffTheRecord = (room: LiveRoom): boolean =>
  (room.mayGoOffTheRecord ?? true) || ownMicrophone(room) !== undefined

/** Who asked for what is off the record longest. */
export const offTheRecordBy = ({ offTheRecord }: Pick<LiveRoom, 'offTheRecord'>): string | undefined => {
  const untilMillis = Math.max(...offTheRecord.map(range => range.until_millis))
  return offTheRecord.findLast(range => range.until_millis === untilMillis)?.by
}
