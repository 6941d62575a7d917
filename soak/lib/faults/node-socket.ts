import { WebSocket } from 'ws'

/** For a session, as a browser's: one that is closed before it opens throws nothing. */
export const nodeSocket = (url: string, protocols?: string[]): never => {
  const socket = new WebSocket(url, protocols)
  socket.on('error', () => undefined)
  return socket as never
}
