import type { ConnectionEvent } from '../socket-link'
import type { AsrSettings } from './asr-link'
import type { AsrSessionError } from './asr-session-error'
import type { AsrTranscript } from './asr-transcript'

/** `standby`: the gateway let an idle stream go; the next audio takes it up again. */
export type AsrConnection =
  | 'idle'
  | 'connecting'
  | 'connected'
  | 'reconnecting'
  | 'standby'
  | 'failed'
  | 'closed'

export interface AsrUpload {
  readonly fileName: string
  /** 0 to 1. */
  readonly progress: number
  /** Earlier speech has to have its text first. */
  readonly isWaiting: boolean
}

/** The stretch of sound that had no final when the session was to finish. */
export interface AsrDraining {
  readonly fromMs: number
  readonly toMs: number
}

export interface AsrSnapshot extends AsrTranscript {
  readonly connection: AsrConnection
  readonly trackingId: string
  readonly settings: AsrSettings
  readonly muted: boolean
  readonly paused: boolean
  readonly upload: AsrUpload | undefined
  /** While it finishes. */
  readonly draining: AsrDraining | undefined
  readonly audioReceivedMs: number
  readonly settledMs: number
  readonly reconnects: number
  readonly consecutiveErrors: number
  /** Audio that fell out of the last 30 seconds before it could be sent. */
  readonly lostMs: number
  readonly error: AsrSessionError | undefined
}

export type AsrEvent = ConnectionEvent<AsrSessionError>
