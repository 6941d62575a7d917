/**
 * The least that answers the same calls: Node's own HTTP server reads a ready answer by its key from the same database and
 * sends it. Its sockets answer a ping as a room does. A process of its own, as the server is.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { serveUsage } from './usage'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const server = createServer(async (request, response) => {
  try {
    const { rows } = await pool.query({
      name: 'answer',
      text: 'select body from bare_answer where name = $1',
      values: [request.url?.slice(1)],
    })
    response.setHeader('content-type', 'application/json')
    response.end(rows[0].body)
  } catch {
    response.statusCode = 500
    response.end()
  }
})
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', socket => {
  socket.on('message', data => {
    const { meeting } = JSON.parse(data.toString())
    socket.send(JSON.stringify({ type: 'pong', meeting, ts: Date.now() }))
  })
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
serveUsage(async () => {
  server.closeAllConnections()
  server.close()
  await pool.end()
})
process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
