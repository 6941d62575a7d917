import { ASR_MAX_MESSAGE_BYTES, ASR_RESUME_MS } from '@livetap/contract'

export interface AsrLimits {
  messageBytes: number
  /** Nothing said for so long, neither audio nor configuration. */
  silentMs: number
  /** Less than a tenth of real time for so long: the place goes to another stream when there is no other. */
  idleMs: number
  /** Waiting to be read by the client: interims are left out from here on. */
  interimBufferBytes: number
  /** A client that reads this slowly is disconnected. */
  slowReaderBytes: number
  /** Pace of positions, pings and looks at the clock. */
  sweepMs: number
  /** How long a cut stream waits for its client. */
  keepMs: number
}

export const defaultAsrLimits: AsrLimits = {
  messageBytes: ASR_MAX_MESSAGE_BYTES,
  silentMs: 60_000,
  idleMs: 5_000,
  interimBufferBytes: 64 * 1024,
  slowReaderBytes: 1024 * 1024,
  sweepMs: 2000,
  keepMs: ASR_RESUME_MS,
}
