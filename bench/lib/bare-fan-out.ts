import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

interface Database {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/** One message of half a second of sound. */
const FRAMES_A_MESSAGE = 8

/**
 * The least that a live room does: what is made of the sound is written to the database, then sent to everyone who is
 * in the same room. The address names the room; answers the port.
 */
export async function startBareFanOut(database: Database): Promise<number> {
  await database.query('create table bare_message (room text, seq int, body jsonb)')
  const rooms = new Map<string, { members: Set<WebSocket>; frames: number }>()
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  server.on('connection', (socket, { url = '' }) => {
    const room = rooms.get(url) ?? { members: new Set(), frames: 0 }
    rooms.set(url, room)
    room.members.add(socket)
    socket.on('message', async () => {
      room.frames += 1
      if (room.frames % FRAMES_A_MESSAGE !== 0) return
      const seq = room.frames / FRAMES_A_MESSAGE
      const body = JSON.stringify({ seq, ts: Date.now(), text: 'we ship the second release on Friday' })
      await database.query('insert into bare_message values ($1, $2, $3)', [url, seq, body])
      for (const member of room.members) member.send(body)
    })
  })
  await new Promise(resolve => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}
