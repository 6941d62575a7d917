import { buffer } from 'node:stream/consumers'
import type { Storage } from '../../../platform/storage/storage'
import { chunkStart, streamFolder } from './live-files'

export interface SoundChunk {
  key: string
  start: number
  samples: number
}

/** What is stored of one stream, in the order of time. */
export async function chunksOf(storage: Storage, meetingId: string, streamId: string): Promise<SoundChunk[]> {
  const chunks: SoundChunk[] = []
  for await (const { key, size } of storage.list(streamFolder(meetingId, streamId))) {
    const start = chunkStart(key)
    if (start !== undefined) chunks.push({ key, start, samples: Math.floor(size / 2) })
  }
  return chunks.sort((a, b) => a.start - b.start)
}

export async function readChunk(storage: Storage, { key, samples }: SoundChunk): Promise<Int16Array> {
  const bytes = await buffer(await storage.get(key))
  const pcm = new Int16Array(samples)
  new Uint8Array(pcm.buffer).set(bytes.subarray(0, samples * 2))
  return pcm
}

export const bytesOf = (pcm: Int16Array) => new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)

/** What lies between two places of the stream; what is missing is silence. */
export async function readSound(
  storage: Storage,
  chunks: readonly SoundChunk[],
  from: number,
  to: number,
): Promise<Int16Array> {
  const pcm = new Int16Array(Math.max(0, to - from))
  for (const chunk of chunks) {
    const end = chunk.start + chunk.samples
    if (end <= from || chunk.start >= to) continue
    const sound = await readChunk(storage, chunk)
    const start = Math.max(from, chunk.start)
    pcm.set(sound.subarray(start - chunk.start, Math.min(end, to) - chunk.start), start - from)
  }
  return pcm
}

/** The end of the sound, and the silence of its holes, in samples. */
export function storedLength(chunks: readonly SoundChunk[]): { samples: number; silence: number } {
  let end = 0
  let silence = 0
  for (const { start, samples } of chunks) {
    silence += Math.max(0, start - end)
    end = Math.max(end, start + samples)
  }
  return { samples: end, silence }
}
