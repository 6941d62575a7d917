import { HOTWORD_MAX_CONNECT_ERRORS } from '@livetap/contract'

const FIRST_MS = 500
const LONGEST_MS = 8000

/** How long to wait after so many connect errors in a row (none: the connection just broke); null means stop. */
export function reconnectWaitMs(connectErrors: number): number | null {
  if (connectErrors > HOTWORD_MAX_CONNECT_ERRORS) return null
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, connectErrors - 1))
}
