import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorBody } from '@livetap/contract'
import { newTrackingId } from '../tracking-id'

const parserStatuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Closing at once would reset a connection whose input is not read yet, and the answer would be lost on the way. */
const LINGER_MS = 500

/**
 * What never became a request: broken HTTP, oversized headers, headers that do not arrive in time. The socket is gone a moment
 * after the answer, whether or not the client closes its side: it would keep its descriptor for as long as the client likes.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = parserStatuses[error.code ?? ''] ?? 400
  const body = JSON.stringify(errorBody(status, STATUS_CODES[status]!, newTrackingId()))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  const late = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(late))
}
