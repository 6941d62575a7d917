/**
 * Makes the synthetic recordings beside this file from phrases.json, one file a list, and writes into places.json where
 * each phrase lies in its file. Run it only to change them: `node testing/speech/make.mjs [list...]`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { flite } from './flite.mjs'
import { loadPiper, RATE } from './piper.mjs'

const at = name => fileURLToPath(new URL(name, import.meta.url))
const lists = JSON.parse(readFileSync(at('phrases.json'), 'utf8'))
const places = JSON.parse(readFileSync(at('places.json'), 'utf8'))
const wanted = process.argv.slice(2)
const GAP_SECONDS = 0.5
const LOUDNESS = 0.08

/** Without what is silent around it, as loud as the others. */
function trimmed(samples) {
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const isLoud = value => Math.abs(value) > peak * 0.02
  const speech = samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1)
  const power = Math.sqrt(speech.reduce((sum, value) => sum + value * value, 0) / speech.length)
  return speech.map(value => Math.max(-1, Math.min(1, (value * LOUDNESS) / power)))
}

const piper = await loadPiper()
/** A number is one of Piper's voices, a name one of flite's. */
const speak = (voice, ...rest) => (typeof voice === 'string' ? flite(voice, ...rest) : piper(voice, ...rest))

for (const [name, lines] of Object.entries(lists)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const gap = Math.round(GAP_SECONDS * RATE)
  const spoken = []
  for (const { voice, text, pace } of lines) spoken.push(trimmed(await speak(voice, text, pace)))
  const pcm = new Int16Array(spoken.reduce((sum, { length }) => sum + length + gap, gap))
  let position = gap
  places[name] = spoken.map(samples => {
    const startMs = Math.round((position / RATE) * 1000)
    pcm.set(
      samples.map(value => value * 32_767),
      position,
    )
    position += samples.length
    const endMs = Math.round((position / RATE) * 1000)
    position += gap
    return [startMs, endMs]
  })
  execFileSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-y', '-f', 's16le', '-ar', String(RATE), '-ac', '1', '-i', '-'],
      ...[
        '-c:a',
        'libopus',
        '-b:a',
        '28k',
        '-application',
        'voip',
        '-map_metadata',
        '-1',
        '-fflags',
        '+bitexact',
      ],
      at(`${name}.oga`),
    ],
    { input: Buffer.from(pcm.buffer), stdio: ['pipe', 'inherit', 'inherit'] },
  )
  process.stdout.write(`${name}: ${lines.length} phrases, ${(pcm.length / RATE).toFixed(1)} s\n`)
}
const rows = Object.entries(places).map(([name, spans]) => `  "${name}": ${JSON.stringify(spans)}`)
writeFileSync(at('places.json'), `{\n${rows.join(',\n')}\n}\n`)
