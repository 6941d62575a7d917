/**
 * Makes the recordings above this folder: from phrases.json one file per list, with places.json saying where each phrase
 * lies in its file, and from readings.json one file per reading, whose parts lie at given seconds.
 * Run it only to change them: `node testing/speech/synthesis/make.mjs [list or reading...]`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { RATE } from './piper.mjs'
import { writeOpus } from './sound.mjs'
import { speak, speakWithin } from './voices.mjs'

const GAP_SECONDS = 0.5
const at = name => fileURLToPath(new URL(`../${name}`, import.meta.url))
const json = name => JSON.parse(readFileSync(at(name), 'utf8'))
const wanted = process.argv.slice(2)
const isWanted = ([name]) => wanted.length === 0 || wanted.includes(name)

const lists = Object.entries(json('phrases.json')).filter(isWanted)
const places = json('places.json')
for (const [name, lines] of lists) {
  const gap = Math.round(GAP_SECONDS * RATE)
  const pieces = []
  let position = gap
  for (const line of lines) {
    const samples = await speak(line)
    pieces.push({ at: position, samples })
    position += samples.length + gap
  }
  const ms = samples => Math.round((samples / RATE) * 1000)
  places[name] = pieces.map(({ at, samples }) => [ms(at), ms(at + samples.length)])
  writeOpus(at(`${name}.oga`), pieces, position / RATE)
  process.stdout.write(`${name}: ${lines.length} phrases, ${(position / RATE).toFixed(1)} s\n`)
}
if (lists.length > 0) writeFileSync(at('places.json'), `${JSON.stringify(places, null, 2)}\n`)

for (const [name, { voice, seconds, parts }] of Object.entries(json('readings.json')).filter(isWanted)) {
  const pieces = []
  for (const { from, to, ...line } of parts) {
    const samples = await speakWithin({ voice, ...line }, Math.floor((to - from) * RATE))
    pieces.push({ at: Math.round(from * RATE), samples })
  }
  writeOpus(at(`${name}.oga`), pieces, seconds)
  process.stdout.write(`${name}: ${seconds} s\n`)
}
