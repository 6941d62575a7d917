import { open } from 'node:fs/promises'
import { SAMPLES_PER_MS } from '@livetap/audio'
import type { VoiceSpan } from '../voice-span'

/** Parts of a file of 16 kHz samples, one behind the other. A recording of hours is neither held nor sent as a whole. */
export interface SoundOnDisk {
  path: string
  parts: readonly VoiceSpan[]
}

export type Sound = Int16Array | SoundOnDisk

const BYTES = Int16Array.BYTES_PER_ELEMENT

const lengthOf = ({ startMs, endMs }: VoiceSpan) => Math.round((endMs - startMs) * SAMPLES_PER_MS)

export const samplesIn = (sound: Sound): number =>
  sound instanceof Int16Array ? sound.length : sound.parts.reduce((sum, part) => sum + lengthOf(part), 0)

/** From the first sample to the last, in blocks of `size`; only the last may be shorter. */
export async function* soundBlocks(sound: Sound, size: number): AsyncGenerator<Int16Array> {
  if (sound instanceof Int16Array) {
    for (let at = 0; at < sound.length; at += size) yield sound.subarray(at, at + size)
    return
  }
  const file = await open(sound.path)
  try {
    let block = new Int16Array(size)
    let filled = 0
    for (const part of sound.parts) {
      const first = Math.round(part.startMs * SAMPLES_PER_MS)
      for (let at = 0; at < lengthOf(part); ) {
        const length = Math.min(size - filled, lengthOf(part) - at)
        const room = new Uint8Array(block.buffer, filled * BYTES, length * BYTES)
        await readFully(file, room, (first + at) * BYTES)
        at += length
        filled += length
        if (filled < size) continue
        yield block
        block = new Int16Array(size)
        filled = 0
      }
    }
    if (filled) yield block.subarray(0, filled)
  } finally {
    await file.close()
  }
}

/** What lies behind the end of the file stays silent. */
async function readFully(
  file: Awaited<ReturnType<typeof open>>,
  room: Uint8Array,
  position: number,
): Promise<void> {
  for (let at = 0; at < room.length; ) {
    const { bytesRead } = await file.read(room, at, room.length - at, position + at)
    if (bytesRead === 0) return
    at += bytesRead
  }
}
