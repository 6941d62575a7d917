/** What modules use of a client's WebSocket. Services and what they build know no socket library. */
export interface ClientSocket {
  readonly OPEN: number
  readonly readyState: number
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number
  on(event: 'message', listener: (data: unknown, isBinary: boolean) => void): unknown
  on(event: 'close', listener: (code: number) => void): unknown
  on(event: 'pong', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  send(data: string): void
  ping(): void
  /** A socket that is paused is not read. */
  pause(): void
  resume(): void
  close(code?: number, reason?: string): void
  terminate(): void
}
