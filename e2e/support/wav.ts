import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const rate = 16_000

/** Real recordings stand beside the repository; they are not part of it. */
const folder = fileURLToPath(new URL('../../../shared/audio/', import.meta.url))
export const recordingsMissing = !existsSync(folder)

export const recording = (name: string): string => `${folder}${name}`

/** One channel of a 16 kHz 16-bit wav file. */
export const readWav = (name: string, channel = 0): Int16Array =>
  wavSamples(readFileSync(recording(name)), channel)

export function wavSamples(file: Buffer, channel = 0): Int16Array {
  const channels = file.readUInt16LE(22)
  const data = file.indexOf('data') + 8
  const frames = Math.floor((file.length - data) / (2 * channels))
  return Int16Array.from({ length: frames }, (_, at) =>
    file.readInt16LE(data + 2 * (at * channels + channel)),
  )
}

export const silence = (seconds: number): Int16Array => new Int16Array(seconds * rate)

/** Writes the parts one after the other as a 16 kHz mono wav file. */
export function writeWav(path: string, parts: Int16Array[]): string {
  const pcm = Buffer.concat(parts.map(part => Buffer.from(part.buffer, part.byteOffset, part.byteLength)))
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + pcm.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(pcm.length, 40)
  writeFileSync(path, Buffer.concat([header, pcm]))
  return path
}
