import type { HotwordCommandName, HotwordMessage } from '@livetap/contract'
import type { HotwordError } from './hotword-error'

/** `unstable`: connected, and two pings in a row had no answer in time. */
export type HotwordState =
  | 'idle'
  | 'connecting'
  | 'connected'
  | 'unstable'
  | 'reconnecting'
  | 'failed'
  | 'closed'

export interface HotwordSnapshot {
  readonly state: HotwordState
  /** Without its ticket. */
  readonly address: string
  /** The last round trip; undefined while unknown. */
  readonly pingMs: number | undefined
  readonly reconnects: number
  /** In a row. */
  readonly connectErrors: number
  /** Sound that fell out of the last 30 seconds before it could be sent. */
  readonly lostMs: number
  readonly error: HotwordError | undefined
}

export const beforeConnect: HotwordSnapshot = {
  state: 'idle',
  address: '',
  pingMs: undefined,
  reconnects: 0,
  connectErrors: 0,
  lostMs: 0,
  error: undefined,
}

export type HotwordEvent =
  | { type: 'connecting' }
  | { type: 'connected' }
  | { type: 'connect_error'; count: number; why: string }
  | { type: 'reconnecting' }
  | { type: 'reconnected' }
  | { type: 'disconnected'; code: number; reason: string }
  | { type: 'message'; message: HotwordMessage }
  /** What was missed, all at once and in its order. */
  | { type: 'replayed'; messages: readonly HotwordMessage[] }
  | { type: 'parse_error'; error: HotwordError }
  | { type: 'send_success'; command: HotwordCommandName }
  | { type: 'send_error'; error: HotwordError }
  | { type: 'failed'; error: HotwordError }
