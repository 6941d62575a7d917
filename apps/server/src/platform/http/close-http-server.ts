import type { HttpServer } from './create-http-server'

const IN_FLIGHT_MS = 3_000

/** Stops accepting and lets what is in flight finish; what takes longer is cut. */
export async function closeHttpServer(server: HttpServer, inFlightMs = IN_FLIGHT_MS): Promise<void> {
  const late = setTimeout(() => {
    server.server.closeAllConnections()
    for (const socket of server.websocketServer.clients) socket.terminate()
  }, inFlightMs)
  try {
    await server.close()
  } finally {
    clearTimeout(late)
  }
}
