import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { defaultLiveRoomLimits } from '../live-room-limits'
import { ClientConnection } from './client-connection'

const caller = { userId: 'u', meetingId: 'm1', clientId: 'c1', userName: 'ann', sessionId: 's1' }

test('a message that cannot be handled closes its own socket, and nothing else', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const faults: unknown[] = []
  server.on('connection', socket => {
    const client = new ClientConnection(socket, caller, defaultLiveRoomLimits, error => faults.push(error))
    const host = {
      audio: () => true,
      command: () => {
        throw new Error('the room is broken')
      },
      left: () => undefined,
      positions: () => ({}),
    }
    void client.enter(host, { hello: { type: 'hello' }, seq: 0 })
  })
  const { port } = server.address() as { port: number }
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  const closed = once(socket, 'close')
  await once(socket, 'message')
  socket.send(JSON.stringify({ type: 'ping', meeting: 'm1', ts: 1 }))
  const [code] = await closed
  expect(code).toBe(4500)
  expect(faults).toMatchObject([{ message: 'the room is broken' }])
})
