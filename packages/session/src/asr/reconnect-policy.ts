import { ASR_MAX_CONSECUTIVE_ERRORS } from '@livetap/contract'

/** How long to wait after the nth error in a row; null means stop. */
export type ReconnectPolicy = (consecutiveErrors: number) => number | null

const firstMs = 250
const longestMs = 4000

export const asrReconnectPolicy: ReconnectPolicy = errors =>
  errors > ASR_MAX_CONSECUTIVE_ERRORS ? null : Math.min(longestMs, firstMs * 2 ** (errors - 1))
