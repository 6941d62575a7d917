/**
 * Words where no one speaks: half an hour of silence, noises, tones and music (made here; recorded ones of Debian's
 * packages as far as they are installed), and sentences with such sound behind them, by each recogniser, live with its
 * interims and as recordings. No word may be written that was not said. It measures no time, so the machine need
 * not be idle. `--only=live` or `--only=offline` takes one way, `--model=moonshine,base` some recognisers, `--minutes=N` less sound.
 */
import { concatPcm, SAMPLE_RATE_HZ, samplesToMs } from '@livetap/audio'
import { NutcrackerEngine, type RecognitionResult, transcribe } from '@livetap/speech'
import { loadRecording, recordedNoSpeech, syntheticNoSpeech, trimmedSpeech } from '@livetap/speech/testing'
import { isToy, type Measure, option, report } from '../lib/report'

type Way = 'live' | 'offline'
const minutes = isToy ? 1 : Number(option('minutes') ?? 30)
const isAsked = (name: string, value: string) => option(name)?.split(',').includes(value) ?? true
const isWhole = !option('only') && !option('model') && !option('minutes')
/** Live captions are never made by the small Whisper. */
const recognisers = [
  { model: 'moonshine', whisper: 'base', languages: ['en'], said: 'austen-0880', ways: ['live', 'offline'] },
  {
    model: 'base',
    whisper: 'base',
    languages: ['es', 'fr', 'de'],
    said: 'fr-goforward',
    ways: ['live', 'offline'],
  },
  {
    model: 'small',
    whisper: 'small',
    languages: ['es', 'fr', 'de'],
    said: 'fr-goforward',
    ways: ['offline'],
  },
] as const
/** Of the sound behind a sentence. */
const BEHIND_S = 4
/** A word begins no later than its sound by more than this. */
const LATE_MS = 300

const recorded = recordedNoSpeech()
const sounds = [...syntheticNoSpeech, ...recorded, ...recorded]
const pieceSamples = Math.round((minutes * 60 * SAMPLE_RATE_HZ) / sounds.length)

/** A recorded sound goes on the second time where it was. */
const pieces = sounds.map(({ name, load }, index) => {
  const from = sounds.findIndex(one => one.name === name) < index ? pieceSamples : 0
  return { name, pcm: load((from + pieceSamples) / SAMPLE_RATE_HZ).slice(from) }
})

/** Interims count as much as finals: they are on the screen. */
async function heardLive(engine: NutcrackerEngine, pcm: Int16Array, languageCode: string) {
  const found: RecognitionResult[] = []
  let wake = () => {}
  const stream = await engine.open({ languageCode, ensemble: true }, event => {
    if (event.type === 'failed') throw event.error
    if (event.type === 'drained') wake()
    else found.push(event.result)
  })
  const block = SAMPLE_RATE_HZ / 10
  for (let at = 0; at < pcm.length; at += block)
    if (!stream.write(pcm.subarray(at, at + block)))
      await new Promise<void>(resolve => {
        wake = resolve
      })
  await stream.end()
  return found
}

const heard = (engine: NutcrackerEngine, way: Way, pcm: Int16Array, languageCode: string) =>
  way === 'live'
    ? heardLive(engine, pcm, languageCode)
    : transcribe(engine, pcm, { languageCode, ensemble: true })

const measures: Measure[] = []
for (const { model, whisper, languages, said, ways } of recognisers) {
  if (!isAsked('model', model)) continue
  const engine = new NutcrackerEngine({ whisper, onNotice: console.log })
  try {
    for (const way of ways) {
      if (!isAsked('only', way)) continue
      let words = 0
      for (const [index, { name, pcm }] of pieces.entries()) {
        const languageCode = languages[index % languages.length]!
        for (const { text, startMs, confidence } of await heard(engine, way, pcm, languageCode)) {
          words += text.split(/\s+/).length
          console.log(
            `${model}, ${way}: "${text}" (${confidence?.toFixed(2)}) in ${name} at ${startMs / 1000} s`,
          )
        }
      }
      const speech = trimmedSpeech(loadRecording(said))
      let behind = 0
      for (const { name, pcm } of pieces) {
        const sound = concatPcm([speech, pcm.subarray(0, BEHIND_S * SAMPLE_RATE_HZ)])
        const languageCode = languages.at(said.startsWith('fr') ? 1 : 0)!
        const late = (await heard(engine, way, sound, languageCode))
          .flatMap(({ words: all }) => all)
          .filter(({ startMs }) => startMs > samplesToMs(speech.length) + LATE_MS)
        behind += late.length
        if (late.length)
          console.log(
            `${model}, ${way}: "${late.map(({ word }) => word).join(' ')}" behind a sentence, in ${name}`,
          )
      }
      console.log(
        `${model}, ${way}: ${words} words in ${minutes} min, ${behind} behind ${pieces.length} sentences`,
      )
      const bar = { atMost: 0 }
      measures.push(
        { name: `${model}, ${way}: words in ${minutes} min without speech`, unit: '', samples: [words], bar },
        {
          name: `${model}, ${way}: words behind ${pieces.length} sentences`,
          unit: '',
          samples: [behind],
          bar,
        },
      )
    }
  } finally {
    await engine.close()
  }
}
if (recorded.length === 0)
  console.log(
    'nothing-said: no recorded sounds: install asterisk-moh-opsound-wav and sound-theme-freedesktop',
  )
report('nothing-said', measures, { isKept: isWhole })
