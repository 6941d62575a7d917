import { execFileSync } from 'node:child_process'
import { RATE } from './piper.mjs'

const LOUDNESS = 0.08

/** Without what is silent around it, as loud as the others. */
export function trimmed(samples) {
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const isLoud = value => Math.abs(value) > peak * 0.02
  const speech = samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1)
  const power = Math.sqrt(speech.reduce((sum, value) => sum + value * value, 0) / speech.length)
  return speech.map(value => Math.max(-1, Math.min(1, (value * LOUDNESS) / power)))
}

/** Pieces of speech, each at its place (in samples), in silence of that length (in seconds), as an Opus file. */
export function writeOpus(file, pieces, seconds) {
  const pcm = new Int16Array(Math.ceil(seconds * RATE))
  for (const { at, samples } of pieces) {
    if (at + samples.length > pcm.length) throw new Error(`${file}: speech past the end`)
    pcm.set(
      samples.map(value => value * 32_767),
      at,
    )
  }
  execFileSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-y', '-f', 's16le', '-ar', String(RATE), '-ac', '1', '-i', '-'],
      ...['-af', `aresample=48000,apad,atrim=end_sample=${Math.round(seconds * 48_000)}`],
      ...['-c:a', 'libopus', '-b:a', '28k', '-application', 'voip'],
      ...['-map_metadata', '-1', '-fflags', '+bitexact', file],
    ],
    { input: Buffer.from(pcm.buffer), stdio: ['pipe', 'inherit', 'inherit'] },
  )
}
