import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { concatPcm } from '@livetap/audio'
import { writeWav } from '@livetap/audio/testing'
import { families } from '@livetap/contract'
import { authorize } from '@livetap/contract/calls/sign-on'
import { videoUrl } from '@livetap/contract/calls/transcripts'
import { patternOf } from '@livetap/contract/wire/endpoint'
import { silence } from '@livetap/speech/testing'
import { type WebSocket, WebSocketServer } from 'ws'
import { documentedAnswers, LIVE_MEETING, SOCKET, SOUND, said } from './documented-answers'

export interface DocumentedUpstream {
  /** The variables that send every family of a server there. */
  env: Record<string, string>
  close(): Promise<void>
}

const calls = documentedAnswers
  // A call that has no meeting of its own answers 404: these have no video.
  .filter(([endpoint]) => endpoint !== videoUrl)
  .map(([endpoint, answer]) => {
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
    const pattern = new RegExp(`^${patternOf(endpoint).replace(/:\w+/g, '([^/]+)')}$`)
    return { method: endpoint.method, pattern, names, answer, status: endpoint.status ?? 200 }
  })

const INTROSPECTION = '/introspect'
const caller = { sub: 'u-1', username: 'ann@example.org', email: 'ann@example.org' }

const notFound = {
  message: 'Client Exception',
  errors: [{ description: 'Not found' }],
  trackingId: 'upstream-1',
}

/** An existing deployment that knows the documents and nothing else: their calls, their fields, their sockets. */
export async function startDocumentedUpstream(): Promise<DocumentedUpstream> {
  const wav = Buffer.from(writeWav(concatPcm([silence(6)])))
  const server = createServer((request, response) => {
    request.resume().on('end', () => answerHttp(request, response, wav))
  })
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: names => [...names][0] ?? false })
  server.on('upgrade', (request, socket, head) => {
    const speak = request.url?.includes(SOCKET) ? speakAsHotword : speakAsAsr
    sockets.handleUpgrade(request, socket, head, speak)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: {
      LIVETAP_AUTH_BROKER_URL: url,
      LIVETAP_AUTH_CLIENT_ID: 'console',
      // What belongs to no family (the documents of the wire) asks who comes.
      LIVETAP_AUTH_INTROSPECTION_URL: url + INTROSPECTION,
      LIVETAP_AUTH_IDENTITY_URL: url + families.authIdentity,
      LIVETAP_PARTNER_API_URL: url + families.partner,
      LIVETAP_BACKEND_API_URL: url + families.backend,
      LIVETAP_TRAINABLE_URL: url + families.trainable,
      LIVETAP_WEBEX_API_URL: url + families.webex,
      LIVETAP_MANUSCRIPTS_URL: url + families.manuscripts,
      LIVETAP_ASR_URL: url.replace('http', 'ws') + families.asr,
    },
    close: () =>
      new Promise(resolve => {
        for (const client of sockets.clients) client.terminate()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function answerHttp(request: IncomingMessage, response: ServerResponse, wav: Buffer): void {
  const { pathname, searchParams: query } = new URL(request.url!, 'http://upstream')
  if (pathname === authorize.path) signIn(query, response)
  else if (pathname === INTROSPECTION) answerJson(response, 200, { active: true, ...caller })
  else if (pathname.endsWith(SOUND)) answerSound(request, response, wav)
  else answerCall(request, response, pathname, query)
}

function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  query: URLSearchParams,
): void {
  const host = String(request.headers['x-forwarded-host'])
  for (const { method, pattern, names, answer, status } of calls) {
    // The provider of the sign-on has no prefix of ours.
    const path = pathname.startsWith('/oauth2') ? families.authBroker + pathname : pathname
    const found = method === request.method ? pattern.exec(path) : null
    if (!found) continue
    const params = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1]!)]))
    answerJson(response, status, answer({ params, query, host }))
    return
  }
  answerJson(response, 404, notFound)
}

function answerJson(response: ServerResponse, status: number, body: unknown): void {
  if (body === undefined) response.writeHead(204).end()
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Everyone who comes is signed in. */
function signIn(query: URLSearchParams, response: ServerResponse): void {
  const back = new URL(query.get('redirect_uri')!)
  back.searchParams.set('code', 'code-1')
  back.searchParams.set('state', query.get('state') ?? '')
  response.writeHead(302, { location: back.href }).end()
}

function answerSound({ headers }: IncomingMessage, response: ServerResponse, wav: Buffer): void {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  const type = { 'content-type': 'audio/wav', 'accept-ranges': 'bytes' }
  if (from === undefined) {
    response.writeHead(200, type).end(wav)
    return
  }
  const end = Math.min(to ? Number(to) : wav.length - 1, wav.length - 1)
  const range = { 'content-range': `bytes ${from}-${end}/${wav.length}` }
  response.writeHead(206, { ...type, ...range }).end(wav.subarray(Number(from), end + 1))
}

function speakAsHotword(socket: WebSocket): void {
  const say = (type: string, more: object = {}) =>
    socket.send(JSON.stringify({ type, meeting: LIVE_MEETING, ts: Date.now(), ...more }))
  socket.on('message', (data, isBinary) => {
    if (!isBinary && JSON.parse(String(data)).type === 'ping') say('pong')
  })
  say('call_started')
  say('transcript_final_result', {
    id: 't-2',
    transcript: { text: said.live, start_millis: 2000, end_millis: 3000, csis: [1], language_code: 'en-US' },
    translations: {},
  })
}

/** Hears the same in any sound. */
function speakAsAsr(socket: WebSocket): void {
  let isSaid = false
  socket.on('message', data => {
    if (isSaid || !('audio_content' in JSON.parse(String(data)))) return
    isSaid = true
    const words = [
      { word: said.asr, start_time: { seconds: 0, nanos: 0 }, end_time: { seconds: 1, nanos: 5e8 } },
    ]
    const result = {
      alternatives: [{ transcript: said.asr, words }],
      is_final: true,
      speaker_ids: [1],
      language_code: 'en-US',
    }
    socket.send(JSON.stringify({ result: { results: [result] } }))
  })
}
