import { type MeetingDeletion, type MeetingDetail, texts } from '@livetap/contract'
import { type MediaState, noMedia } from './past-media'
import type { PlayerState } from './player/player'
import type { ProcessingProgress } from './processing-progress'

/**
 * `entering` asks for the status, `polling` waits for the data, `waiting` has asked often enough while the recording is
 * still being processed, `open` has all that can be had; `redirected` went to the live view.
 */
export type PastPhase =
  | 'entering'
  | 'polling'
  | 'waiting'
  | 'open'
  | 'failed'
  | 'redirected'
  | 'exiting'
  | 'closed'

export interface PastLoading {
  readonly status: boolean
  readonly transcripts: boolean
  readonly highlights: boolean
  /** One flag for the audio's and the video's address. */
  readonly media: boolean
}

export interface PastFailure {
  readonly title: string
  readonly error: Error
}

export interface PastState extends MediaState {
  readonly phase: PastPhase
  readonly loading: PastLoading
  /** Of the 60. */
  readonly attempt: number
  /** Absent where the server does not say. */
  readonly detail: MeetingDetail | undefined
  /** Nothing was recorded, or only its text was saved: there is nothing to play. */
  readonly isSoundless: boolean
  readonly failure: PastFailure | undefined
  /** The meeting is no longer there: it was deleted. */
  readonly deletion: MeetingDeletion | undefined
  /** They could not be had: their absence says nothing. */
  readonly highlightsFailed: boolean
  /** Of a meeting that is being processed. */
  readonly processing: ProcessingProgress | undefined
  readonly isDeleting: boolean
  /** A better text than the one shown is there. */
  readonly isTextImproved: boolean
}

export const pastDefaults: PastState = {
  ...noMedia,
  phase: 'entering',
  loading: { status: false, transcripts: false, highlights: false, media: false },
  attempt: 0,
  detail: undefined,
  isSoundless: false,
  failure: undefined,
  deletion: undefined,
  highlightsFailed: false,
  processing: undefined,
  isDeleting: false,
  isTextImproved: false,
}

/** The one line that says what goes on, in the documents' words. */
export function pastStatusText({ loading, audioUrl, isSoundless }: PastState, player: PlayerState): string {
  if (loading.status) return texts.past.fetchingStatus
  if (loading.transcripts) return texts.past.fetchingTranscripts
  if (loading.highlights) return texts.past.fetchingHighlights
  if (loading.media && audioUrl === undefined) return texts.past.fetchingAudioUrl
  return isSoundless ? '' : playerStatusText(player)
}

export function playerStatusText({ phase }: PlayerState): string {
  if (phase === 'initing') return texts.past.preparingPlayer
  if (phase === 'seeking') return texts.past.seeking
  if (phase === 'playing') return texts.past.playing
  if (phase === 'ready' || phase === 'paused') return texts.past.paused
  return texts.past.playerNotReady
}
