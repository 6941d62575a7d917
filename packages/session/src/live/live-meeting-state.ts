import { DEFAULT_CSI, DEFAULT_LANGUAGE } from '@livetap/contract'
import { emptyRoom, type LiveRoom } from './room/live-room'

/** The first four are the loading texts of the documents, in their order. */
export type LivePhase =
  | 'status'
  | 'address'
  | 'connecting'
  | 'recorder'
  | 'live'
  | 'failed'
  | 'ending'
  | 'ended'

export interface LiveMeetingState extends LiveRoom {
  readonly phase: LivePhase
  /** Why the last failed step failed. */
  readonly error: Error | undefined
  /** What `failed` is about. */
  readonly failedStep: 'entry' | 'end'
  readonly csi: number
  /** The microphone sends silence. */
  readonly muted: boolean
  /** The microphone is open to be looked at; nothing of it is sent. */
  readonly checkingMicrophone: boolean
  readonly ttsEnabled: boolean
  /** A final is being read aloud: the microphone sends silence meanwhile. */
  readonly readingAloud: boolean
  readonly interimTranslationEnabled: boolean
  /** The one that is read aloud here. */
  readonly translation: { readonly csi: number; readonly language: string } | undefined
  readonly evaToggling: boolean
  /** The call that is being undone. */
  readonly undoingCall: string | undefined
  /** Whether several people share the microphone, while it is being sent to the service. */
  readonly microphoneAsked: boolean | undefined
  /** Asked for and not confirmed yet. */
  readonly offTheRecordAsked: number
  /** The end of what is off the record is asked for and not confirmed yet. */
  readonly onTheRecordAsked: boolean
  /** Transcripts whose highlight, and highlights whose deletion, is under way. */
  readonly busy: ReadonlySet<string>
  /** Messages that could not be read. */
  readonly parseErrors: number
}

export const beforeEntry = (): LiveMeetingState => ({
  ...emptyRoom(DEFAULT_LANGUAGE),
  phase: 'status',
  error: undefined,
  failedStep: 'entry',
  csi: DEFAULT_CSI,
  muted: false,
  checkingMicrophone: false,
  ttsEnabled: false,
  readingAloud: false,
  interimTranslationEnabled: true,
  translation: undefined,
  evaToggling: false,
  undoingCall: undefined,
  microphoneAsked: undefined,
  offTheRecordAsked: 0,
  onTheRecordAsked: false,
  busy: new Set(),
  parseErrors: 0,
})
