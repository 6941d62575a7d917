import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { SAMPLES_PER_MS } from '@livetap/audio'
import type { Storage } from '../../../platform/storage/storage'
import { testMedia } from '../../../testing/test-media'

/** Samples of a stored recording, at 16 kHz. */
export async function decodeFlac(storage: Storage, key: string): Promise<Int16Array> {
  const { tools } = await testMedia()
  if (!tools.available) throw new Error(tools.reason)
  const child = spawn(tools.ffmpeg, ['-v', 'error', '-f', 'flac', '-i', 'pipe:0', '-f', 's16le', 'pipe:1'])
  child.stdin.on('error', () => {})
  child.stdin.end(await buffer(await storage.get(key)))
  const bytes = await buffer(child.stdout)
  const pcm = new Int16Array(bytes.length >> 1)
  Buffer.from(pcm.buffer).set(bytes.subarray(0, pcm.length * 2))
  return pcm
}

/** The loudest sample between two moments. */
export function loudness(pcm: Int16Array, fromMs: number, toMs: number): number {
  let most = 0
  for (const sample of pcm.subarray(Math.round(fromMs * SAMPLES_PER_MS), Math.round(toMs * SAMPLES_PER_MS)))
    most = Math.max(most, Math.abs(sample))
  return most
}

/** Where `part` lies in `whole`, in samples, and how well it fits (1 is exactly). */
export function findIn(
  whole: Int16Array,
  part: Int16Array,
  nearby: { from: number; to: number },
): { at: number; fit: number } {
  let best = { at: -1, fit: -1 }
  const own = Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0))
  const end = Math.min(nearby.to, whole.length - part.length)
  for (let at = Math.max(0, nearby.from); at <= end; at++) {
    let product = 0
    let energy = 0
    for (let index = 0; index < part.length; index++) {
      const sample = whole[at + index]!
      product += sample * part[index]!
      energy += sample * sample
    }
    const fit = energy > 0 ? product / (own * Math.sqrt(energy)) : 0
    if (fit > best.fit) best = { at, fit }
  }
  return best
}
