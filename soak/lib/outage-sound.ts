import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { audioUrl } from '@livetap/contract/calls/transcripts'
import type { OutageSite } from './outage-site'

export const FRAME_MS = 64
const SETTLED_MS = 240_000

export interface Detail {
  status: string
  stage: string
  error: string | null
  durationMs?: number
}

/** The state of the meeting at the end. */
export async function settled(site: OutageSite, id: string): Promise<Detail> {
  const deadline = Date.now() + SETTLED_MS
  for (;;) {
    const detail = await site.callWithRetry<Detail>(getMeeting, { params: { id } })
    if (detail.status === 'CallEnded' || Date.now() > deadline) return detail
    await wait(300)
  }
}

interface Loudness {
  /** With sound in them. */
  seconds: number
  /** Where it is silent between the first sound and the last. */
  holes: string[]
}

const BLOCK_MS = 100

/** A recording may begin before the first sound; a hole in the middle is something lost. */
export async function loudnessOf(site: OutageSite, id: string): Promise<Loudness> {
  const { url } = await site.callWithRetry<{ url: string }>(audioUrl, { params: { id } })
  const file = Buffer.from(await (await fetch(new URL(url, site.origin))).arrayBuffer())
  const options = ['-v', 'error', '-i', 'pipe:0', '-ac', '1', '-ar', String(SAMPLE_RATE_HZ), '-f', 's16le']
  const bytes = execFileSync('ffmpeg', [...options, 'pipe:1'], { input: file, maxBuffer: 1 << 28 })
  const pcm = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
  const step = BLOCK_MS * SAMPLES_PER_MS
  const loud = Array.from({ length: Math.floor(pcm.length / step) }, (_, at) =>
    pcm.subarray(at * step, (at + 1) * step).some(sample => Math.abs(sample) > 500),
  )
  const holes = loud
    .slice(loud.indexOf(true), loud.lastIndexOf(true))
    .flatMap((isLoud, at) => (isLoud ? [] : [(((loud.indexOf(true) + at) * BLOCK_MS) / 1000).toFixed(1)]))
  return { seconds: (loud.filter(Boolean).length * BLOCK_MS) / 1000, holes }
}

export const toneAt = (atMs: number) =>
  Int16Array.from({ length: FRAME_MS * SAMPLES_PER_MS }, (_, at) =>
    Math.round(6_000 * Math.sin((2 * Math.PI * 440 * (atMs * SAMPLES_PER_MS + at)) / SAMPLE_RATE_HZ)),
  )
