import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { concatPcm, floatToPcm, readWav, SAMPLE_RATE_HZ, writeWav } from '@livetap/audio'

/** Real recordings stand beside the repository; they are not part of it. */
const folder = fileURLToPath(new URL('../../../shared/audio/', import.meta.url))
export const recordingsMissing = !existsSync(folder)

export const recording = (name: string): string => `${folder}${name}`

/** One channel of a recording at 16 kHz. */
export const readRecording = (name: string, channel = 0): Int16Array =>
  wavSamples(readFileSync(recording(name)), channel)

export const wavSamples = (file: Uint8Array, channel = 0): Int16Array =>
  floatToPcm(readWav(file).channels[channel]!)

export const silence = (seconds: number): Int16Array => new Int16Array(seconds * SAMPLE_RATE_HZ)

/** Writes the parts one after the other as a 16 kHz mono wav file. */
export function writeRecording(path: string, parts: Int16Array[]): string {
  writeFileSync(path, writeWav(concatPcm(parts)))
  return path
}
