import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { ASR_PROTOCOL, asrSubProtocolPrefix, encodeSubProtocolValue } from '@livetap/contract'
import { liveAddress } from '@livetap/contract/calls/live-meetings'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { patternOf } from '@livetap/contract/wire/endpoint'
import type { SocketEndpoint } from '@livetap/contract/wire/socket'
import { WebSocket } from 'ws'
import { callEndpoint } from '../call-endpoint'
import type { Random } from '../random'
import { hostileFrame, likelyFrame } from './hostile-frame'
import { hostileUtf8 } from './hostile-values'
import type { Known } from './schema-values'

export interface FuzzSocketOptions {
  origin: string
  authorization: string
  engine: string
  /** A running meeting. */
  live: string
  socket: SocketEndpoint
  random: Random
  known: Known
  from: string
}

export interface FuzzSocketResult {
  frames: number
  outcome: string
  faults: string[]
}

const FRAMES = 8
const ANSWER_MS = 120_000
/** What the protocol itself gives for broken frames, and a normal close. */
const PROTOCOL_CODES = [1000, 1005, 1007, 1009]
/** While so much is still being sent, the goodbye of the refusal may be lost with the connection. */
const OVERSIZED_BYTES = 1024 * 1024
const CUT_CODE = 1006
const FAILURES = ['failed', 'engine_failed']

/** One socket with some hostile messages; a message of the server outside of its schema, or an odd close, is a fault. */
export async function fuzzSocket(options: FuzzSocketOptions): Promise<FuzzSocketResult> {
  const { socket: endpoint, random, known } = options
  const faults: string[] = []
  const sent: string[] = []
  const socket = await open(options)
  if (!socket) return { frames: 1, outcome: `${endpoint.name} refused`, faults }
  const schema = endpoint.fromServer[0]!
  const closed = once(socket, 'close') as Promise<[number, Buffer]>
  socket.on('message', data => {
    if (!('schema' in schema)) return
    const read = schema.schema.safeParse(JSON.parse(data.toString()))
    if (!read.success) faults.push(`${endpoint.name} said ${data.toString().slice(0, 300)}`)
  })
  socket.on('error', () => undefined)
  let frames = 0
  let isOversized = false
  for (; frames < FRAMES && socket.readyState === WebSocket.OPEN; frames++) {
    const make = frames === 0 && random.chance(0.7) ? likelyFrame : hostileFrame
    const frame = make(endpoint, random, known)
    sent.push(frame.toString('utf8' as never).slice(0, 200))
    isOversized ||= Buffer.byteLength(frame) > OVERSIZED_BYTES
    socket.send(frame)
    await once(socket, 'pong', {
      signal: AbortSignal.any([ended(socket), AbortSignal.timeout(ANSWER_MS)]),
    }).catch(() => undefined)
  }
  if (socket.readyState === WebSocket.OPEN) socket.close(1000)
  const answer = await Promise.race([closed, wait(ANSWER_MS, undefined, { ref: false })])
  socket.terminate()
  const code = answer?.[0] ?? 0
  const allowed = Object.entries(endpoint.closeCodes).filter(([reason]) => !FAILURES.includes(reason))
  if (
    !(isOversized && code === CUT_CODE) &&
    ![...PROTOCOL_CODES, ...allowed.map(([, one]) => one)].includes(code)
  )
    faults.push(`${endpoint.name} closed with ${code} ${answer?.[1]} after ${JSON.stringify(sent)}`)
  return { frames: Math.max(1, frames), outcome: `${endpoint.name} ${code}`, faults }
}

/** Aborts when the socket closes; a ping goes out first, so that an open one answers. */
function ended(socket: WebSocket): AbortSignal {
  const controller = new AbortController()
  socket.once('close', () => controller.abort())
  if (socket.readyState === WebSocket.OPEN) socket.ping()
  else controller.abort()
  return controller.signal
}

async function open(options: FuzzSocketOptions): Promise<WebSocket | undefined> {
  const { random, from } = options
  const { address, protocols } = await addressOf(options)
  if (!address) return undefined
  const odd = random.chance(0.05) ? `&after=${encodeURIComponent(hostileUtf8(random, 500))}` : ''
  const socket = new WebSocket(address + odd, protocols, { headers: { 'x-forwarded-for': from } })
  const opened = await Promise.race([
    once(socket, 'open').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  return opened ? socket : undefined
}

async function addressOf({
  engine: engineName,
  origin,
  authorization,
  live,
  socket,
  random,
}: FuzzSocketOptions) {
  if (socket === asrSocket) {
    const engine = random.chance(0.9) ? engineName : hostileUtf8(random, 200)
    const { bearer, engine: engineOf, tracking } = asrSubProtocolPrefix
    return {
      address: `${origin.replace('http', 'ws')}${patternOf(socket)}`,
      protocols: [
        ASR_PROTOCOL,
        `${bearer}${authorization.replace('Bearer ', '')}`,
        `${engineOf}${encodeSubProtocolValue(engine)}`,
        `${tracking}t${random.below(1e9)}`,
      ],
    }
  }
  const answer = await callEndpoint(origin, liveAddress, { params: { id: live }, headers: { authorization } })
  const { live_addr } = (await answer.json()) as { live_addr?: string }
  return { address: live_addr, protocols: [] as string[] }
}
