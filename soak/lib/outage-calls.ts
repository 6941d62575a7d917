import { setTimeout as wait } from 'node:timers/promises'
import type { HotwordMessage } from '@livetap/contract'
import { createMeeting, dropMeeting, liveAddress } from '@livetap/contract/calls/live-meetings'
import { HotwordClient } from '@livetap/session'
import { WebSocket } from 'ws'
import type { OutageSite } from './outage-site'
import { FRAME_MS, loudnessOf, settled, toneAt } from './outage-sound'

export interface CallResult {
  sentMs: number
  /** By the last `audio_received_millis`. */
  acknowledgedMs: number
  recordedMs: number
  lost: string[]
}

/** A call that a fault meets, from its start to its recording. */
export type FaultyCall = (site: OutageSite) => Promise<CallResult>

const STEP_MS = 100
/** Of loud blocks, which have a length. */
const TOLERANCE_MS = 500

/** One voice that never pauses, in real time. */
class SpokenCall {
  sentMs = 0
  acknowledgedMs = 0
  #speaking: NodeJS.Timeout | undefined

  private constructor(
    readonly site: OutageSite,
    readonly id: string,
    readonly client: HotwordClient,
  ) {}

  static async start(site: OutageSite): Promise<SpokenCall> {
    await site.signIn()
    const body = { start_at_utc: new Date().toISOString(), enable_ensemble: false, title: 'Outage' }
    const query = { client_region: 'us', skip_load_balancing: true }
    const { id } = await site.callWithRetry<{ id: string }>(createMeeting, { query, body })
    const heard = (message: HotwordMessage) => call.#handleMessage(message)
    const client = new HotwordClient({
      meetingId: id,
      liveAddress: async () =>
        (await site.callWithRetry<{ live_addr: string }>(liveAddress, { params: { id } })).live_addr,
      createSocket: url => new WebSocket(url) as never,
      onEvent: event => {
        if (event.type === 'message') heard(event.message)
      },
    })
    const call: SpokenCall = new SpokenCall(site, id, client)
    await client.connect()
    return call
  }

  /** Speaks until so much was said in all. */
  async speakUntil(ms: number): Promise<void> {
    const from = performance.now() - this.sentMs
    this.#speaking = setInterval(() => {
      for (; this.sentMs < Math.min(ms, performance.now() - from); this.sentMs += FRAME_MS)
        this.client.pushAudio(toneAt(this.sentMs))
    }, FRAME_MS)
    while (this.sentMs < ms) await wait(STEP_MS)
    clearInterval(this.#speaking)
  }

  /** Waits for the next answered ping, which says how far the sound came. */
  async acknowledged(): Promise<void> {
    while (this.acknowledgedMs < this.sentMs) await wait(STEP_MS)
  }

  /** As the console does it: the socket is closed, then the call is ended. */
  async end(): Promise<void> {
    this.client.close()
    await this.site.callWithRetry(dropMeeting, { params: { id: this.id } })
  }

  async result(): Promise<CallResult> {
    const { sentMs, acknowledgedMs } = this
    const { lostMs } = this.client.getSnapshot()
    const detail = await settled(this.site, this.id)
    if (detail.status !== 'CallEnded')
      return {
        sentMs,
        acknowledgedMs,
        recordedMs: 0,
        lost: [`the meeting is ${detail.status} ${detail.error}`],
      }
    const { seconds, holes } = await loudnessOf(this.site, this.id)
    const lost: string[] = []
    if (lostMs > 0) lost.push(`the client dropped ${lostMs} ms`)
    if (seconds * 1000 < sentMs - TOLERANCE_MS) lost.push(`${seconds} of ${sentMs / 1000} s of sound`)
    if (holes.length > 0) lost.push(`silence at ${holes.join(', ')} s`)
    return { sentMs, acknowledgedMs, recordedMs: seconds * 1000, lost }
  }

  #handleMessage({ audio_received_millis: received }: HotwordMessage): void {
    this.acknowledgedMs = Math.max(this.acknowledgedMs, received?.['0'] ?? 0)
  }
}

const recogniserStopped: FaultyCall = async site => {
  const call = await SpokenCall.start(site)
  await call.speakUntil(5_000)
  const goOn = site.stopRecognisers()
  try {
    await call.speakUntil(61_000)
    await call.end()
  } finally {
    goOn()
  }
  return await call.result()
}

/** From before its first sound on, so that the database does not know its voice. */
const databaseFrozen: FaultyCall = async site => {
  const call = await SpokenCall.start(site)
  site.database.freeze()
  try {
    await call.speakUntil(120_000)
  } finally {
    site.database.thaw()
  }
  await call.speakUntil(160_000)
  await call.end()
  return await call.result()
}

const killedAfterTheEnd: FaultyCall = async site => {
  const call = await SpokenCall.start(site)
  await call.speakUntil(12_000)
  await call.acknowledged()
  await call.end()
  await site.killGateway()
  await site.startGateway()
  return await call.result()
}

export const faultyCalls: Readonly<Record<string, FaultyCall>> = {
  'recogniser stopped through End Call': recogniserStopped,
  'database frozen for two minutes in a call': databaseFrozen,
  'killed right after End Call': killedAfterTheEnd,
}
