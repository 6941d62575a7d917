import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'

export interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/** A deployment that is not ours: remembers what reached it and answers as the test says. */
export interface StandInUpstream {
  url: string
  seen: Seen[]
  sockets: { url: string; protocols: string; authorization: string | undefined }[]
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void
  close(): Promise<void>
}

export async function standInUpstream(): Promise<StandInUpstream> {
  const upstream: StandInUpstream = {
    url: '',
    seen: [],
    sockets: [],
    answer: (_request, response) =>
      response.setHeader('content-type', 'application/json').end('{"from":"upstream"}'),
    close: () =>
      new Promise(resolve => {
        for (const client of sockets.clients) client.terminate()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => Buffer.alloc(0))
    upstream.seen.push({ method: request.method!, url: request.url!, headers: request.headers, body })
    upstream.answer(request, response, body)
  })
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: names => [...names][0] ?? false })
  server.on('upgrade', (request, socket, head) => {
    const { authorization } = request.headers
    upstream.sockets.push({
      url: request.url!,
      protocols: request.headers['sec-websocket-protocol'] ?? '',
      authorization,
    })
    if (request.url?.includes('refuse')) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, client => {
      client.on('message', (data, isBinary) => client.send(data, { binary: isBinary }))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  upstream.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => upstream.close())
  return upstream
}
