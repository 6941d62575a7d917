import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { SAMPLES_PER_MS } from '@livetap/audio'
import {
  ASR_PROTOCOL,
  asrSubProtocolPrefix,
  DEFAULT_ML_ENGINE,
  type HotwordMessage,
  hotwordMessageSchema,
} from '@livetap/contract'
import { readVendorTags } from '@livetap/contract/calls/vendor-tags'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { ConsoleClient, hostileTagZips, sendFile } from '@livetap/server/testing'
import { AsrSession, noHints } from '@livetap/session'
import { loadRecording, readingText, wordError } from '@livetap/speech/testing'
import { WebSocket } from 'ws'
import type { HostileSite } from './hostile-site'
import { Person } from './person'
import type { SpokenCall } from './spoken-call'

const SILENT_SOCKETS = 4
const TRICKLE_MS = 500
const LONG_STATE = 15_000
const AUTHORIZE_CALLS = 400
const WRONG_SIGN_INS = 300
const JUNK_SOCKETS = 1_100
/** Another address of this machine, as an attacker has another than everyone else. */
const ATTACKER_ADDRESS = '127.0.0.9'
const FRAME_MS = 64
const ANSWER_MS = 60_000

export interface Scene {
  site: HostileSite
  call: SpokenCall
  mallory: Person
  bob: Person
  /** Aborts when the attack is to end. */
  signal: AbortSignal
}

export interface Attack {
  name: string
  needs?: (site: HostileSite) => string | undefined
  /** Resolves with what went wrong. */
  run(scene: Scene): Promise<string[]>
}

const firstLine = ({ message }: Error) => message.split('\n', 1)[0]!

async function during(signal: AbortSignal, step: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) await step()
}

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined)

const files: Attack = {
  name: 'adversarial vendor files',
  async run({ site, mallory, signal }) {
    const wrong: string[] = []
    const archives = await Promise.all(
      hostileTagZips(4).map(async ({ what, make }) => ({ what, zip: await make() })),
    )
    let next = 0
    await during(signal, async () => {
      const { what, zip } = archives[next++ % archives.length]!
      const headers = { authorization: `Bearer ${mallory.token}` }
      const answer = await sendFile(site.origin + pathOf(readVendorTags), zip, headers).catch(
        (error: Error) => error,
      )
      if (answer instanceof Error) wrong.push(`${what}: ${answer.message}`)
      else if (answer.status >= 500 && answer.status !== 503) wrong.push(`${what}: ${answer.status}`)
      await pause(50, signal)
    })
    return wrong
  },
}

const offTheRecord: Attack = {
  name: 'off the record by a listener',
  async run({ call, mallory, signal }) {
    const socket = new WebSocket(await mallory.liveAddress(call.meetingId))
    const seen: HotwordMessage[] = []
    socket.on('message', data => {
      const message = hotwordMessageSchema.safeParse(JSON.parse(String(data)))
      if (message.success) seen.push(message.data)
    })
    await once(socket, 'open')
    await during(signal, async () => {
      const command = {
        type: 'meeting_off_the_record',
        meeting: call.meetingId,
        duration: '60m',
        source: 'desktop',
        ts: Date.now(),
        age_millis: 120_000,
      }
      socket.send(JSON.stringify(command))
      await pause(5_000, signal)
    })
    socket.terminate()
    const wrong = seen.some(({ type }) => type === 'off_the_record') ? ['the call went off the record'] : []
    if (!seen.some(({ type }) => type === 'error')) wrong.push('the listener was not notified')
    return wrong
  },
}

function silentSocket(site: HostileSite, token: string): WebSocket {
  const socket = new WebSocket(`${site.origin.replace('http', 'ws')}${pathOf(asrSocket)}`, [
    ASR_PROTOCOL,
    `${asrSubProtocolPrefix.bearer}${token}`,
    `${asrSubProtocolPrefix.engine}${DEFAULT_ML_ENGINE}`,
    `${asrSubProtocolPrefix.tracking}${crypto.randomUUID()}`,
  ])
  socket.on('error', () => undefined)
  socket.once('open', () => socket.send(JSON.stringify({ streaming_config: { language_code: 'en-US' } })))
  return socket
}

const places: Attack = {
  name: 'recognition places held by silence',
  async run({ site, mallory, bob, signal }) {
    const sockets = Array.from({ length: SILENT_SOCKETS }, () => silentSocket(site, mallory.token))
    const silence = Buffer.alloc(2 * SAMPLES_PER_MS).toString('base64')
    const trickle = setInterval(() => {
      for (const [at, socket] of sockets.entries()) {
        if (socket.readyState === WebSocket.CLOSED) sockets[at] = silentSocket(site, mallory.token)
        else if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ audio_content: silence }))
      }
    }, TRICKLE_MS)
    await pause(3_000, signal)
    const session = new AsrSession({
      url: `${site.origin.replace('http', 'ws')}${pathOf(asrSocket)}`,
      token: () => bob.token,
      settings: {
        engine: DEFAULT_ML_ENGINE,
        languageCode: 'en-US',
        diarization: false,
        hints: noHints,
      },
      createSocket: (url, protocols) => new WebSocket(url, protocols) as never,
    })
    const wrong: string[] = []
    try {
      await session.connect()
      const spoken = loadRecording('jfk')
      const step = FRAME_MS * SAMPLES_PER_MS
      for (let at = 0; at < spoken.length; at += step) {
        session.pushAudio(spoken.slice(at, at + step))
        await wait(FRAME_MS)
      }
      const silent = new Int16Array(step)
      const deadline = performance.now() + ANSWER_MS
      const missing = () => {
        const { lines } = session.getSnapshot()
        return wordError(readingText('jfk'), lines.map(({ text }) => text).join(' ')).errors
      }
      while (missing() > 2 && performance.now() < deadline) {
        session.pushAudio(silent)
        await wait(FRAME_MS)
      }
      if (missing() > 2) wrong.push(`another user got ${session.getSnapshot().lines.length} lines`)
    } catch (error) {
      wrong.push(`another user was refused: ${(error as Error).message}`)
    } finally {
      session.close()
    }
    await during(signal, () => pause(200, signal))
    clearInterval(trickle)
    for (const socket of sockets) socket.terminate()
    return wrong
  },
}

const lostRefresh: Attack = {
  name: 'lost refresh answers',
  async run({ call, signal }) {
    const wrong: string[] = []
    const reconnects = call.hostReconnects
    await during(signal, async () => {
      await call.host.refreshUnanswered()
      await call.host.refresh().catch((error: Error) => wrong.push(error.message))
      await pause(5_000, signal)
    })
    if (call.hostReconnects > reconnects) wrong.push('the call was cut')
    return wrong
  },
}

const growth: Attack = {
  name: 'growth without signing in',
  async run({ site, bob, signal }) {
    const wrong: string[] = []
    const [mbBefore, rowsBefore] = [await site.databaseMb(), await site.count('log_event')]
    const client = new ConsoleClient(site.origin)
    for (let at = 0; at < AUTHORIZE_CALLS && !signal.aborted; at++) {
      const url = site.origin + client.authorizeUrl({ state: 'x'.repeat(LONG_STATE) })
      const { status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) })
      if (status >= 500) wrong.push(`authorize was answered ${status}`)
    }
    const page = await client.authorize()
    for (let at = 0; at < WRONG_SIGN_INS && !signal.aborted; at++)
      await client.submit(page, 'victim@example.org', 'wrong').catch(() => undefined)

    const junk = Array.from({ length: JUNK_SOCKETS }, () => {
      const socket = connect({
        host: '127.0.0.1',
        port: Number(new URL(site.origin).port),
        localAddress: ATTACKER_ADDRESS,
        allowHalfOpen: true,
      })
      socket.on('error', () => undefined)
      socket.on('connect', () => socket.write('junk that is no request\r\n\r\n'))
      return socket
    })
    await pause(3_000, signal)
    const signedIn = await Person.signIn(site.origin, bob.account).catch((error: Error) => error)
    if (signedIn instanceof Error) wrong.push(`sign-in beside junk: ${firstLine(signedIn)}`)
    const ready = await fetch(`${site.origin}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(
      (error: Error) => error,
    )
    if (ready instanceof Error || !ready.ok) wrong.push('not ready beside junk')
    await during(signal, () => pause(200, signal))
    for (const socket of junk) socket.destroy()
    const [grownMb, rows] = [
      (await site.databaseMb()) - mbBefore,
      (await site.count('log_event')) - rowsBefore,
    ]
    if (grownMb > 5) wrong.push(`the database grew by ${grownMb.toFixed(1)} MB`)
    if (rows > WRONG_SIGN_INS) wrong.push(`${rows} log entries`)
    return wrong
  },
}

const clockBack: Attack = {
  name: 'clock set back by an hour',
  needs: ({ canSetClock }) => (canSetClock ? undefined : 'Debian’s faketime is not installed'),
  async run({ site, bob, signal }) {
    site.setClockBackByAnHour()
    // The server reads the clock's file at most a second later.
    await pause(2_000, signal)
    const wrong: string[] = []
    await during(signal, async () => {
      const person = await Person.signIn(site.origin, bob.account).catch((error: Error) => error)
      if (person instanceof Error) wrong.push(`sign-in: ${firstLine(person)}`)
      await pause(3_000, signal)
    })
    return wrong
  },
}

/** In this order; the clock stays where the last one puts it. */
export const attacks: readonly Attack[] = [files, offTheRecord, places, lostRefresh, growth, clockBack]
