import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port that nothing listened on a moment ago: for a server whose address must be known before it starts. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(closed => server.close(closed))
  return port
}
