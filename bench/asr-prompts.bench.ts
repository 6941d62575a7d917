/**
 * Word error rate on the telephone prompts of Debian's asterisk readers, one reader per language, by both Whispers; English
 * by nutcracker, to which they give second opinions. The texts are those of the packages, compared as `comparablePrompt`
 * says. It measures no time, so the machine need not be idle. `--share=N` takes every Nth prompt, `--only=fr,it` some
 * languages, `--model=small` one Whisper: the whole can be run in parts.
 */
import { NutcrackerEngine, transcribe } from '@livetap/speech'
import { comparablePrompt, type Reader, readPhrases, wordError } from '@livetap/speech/testing'
import { isToy, type Measure, option, report } from './lib/report'

const asked = (name: string) => option(name)?.split(',')
const allReaders: Reader[] = ['en', 'es', 'fr', 'it', 'ru']
const readers = allReaders.filter(reader => asked('only')?.includes(reader) ?? true)
const sizes = (['base', 'small'] as const).filter(size => asked('model')?.includes(size) ?? true)
const bars: Partial<Record<Reader, number>> = { es: 15, fr: 10 }
const share = Number(option('share') ?? 1)
const isWhole = share === 1 && readers.length === allReaders.length && sizes.length === 2
const measures: Measure[] = []

/** Phrases only: a lone word gives an engine that knows sentences nothing to go by. */
function phrasesOf(reader: Reader) {
  const phrases = readPhrases(reader, 3)
  const step = isToy ? Math.ceil(phrases.length / 3) : share
  return phrases.filter((_, index) => index % step === 0)
}

async function errorRate(engine: NutcrackerEngine, reader: Reader) {
  let [errors, words] = [0, 0]
  for (const { text, load } of phrasesOf(reader)) {
    const found = await transcribe(engine, load(), { languageCode: reader, ensemble: true })
    const heard = found.map(result => result.text).join(' ')
    const error = wordError(comparablePrompt(reader, text, 'list'), comparablePrompt(reader, heard, 'engine'))
    if (process.argv.includes('--show') && error.errors > 0) console.log(`${reader} ${text} | ${heard}`)
    errors += error.errors
    words += error.words
  }
  return { rate: (100 * errors) / words, words }
}

const english: number[] = []
for (const size of sizes) {
  const engine = new NutcrackerEngine({ whisper: size, onNotice: console.log })
  try {
    for (const reader of readers) {
      const count = phrasesOf(reader).length
      if (count === 0) {
        console.log(
          `asr-prompts: no ${reader}: install asterisk-core-sounds-${reader} and asterisk-core-sounds-${reader}-wav`,
        )
        continue
      }
      const { rate, words } = await errorRate(engine, reader)
      console.log(`Whisper ${size}, ${reader}: ${rate.toFixed(1)} % of ${words} words, ${count} prompts`)
      const bar = size === 'small' ? bars[reader] : undefined
      measures.push({
        name: `Whisper ${size}: word error rate, ${count} telephone prompts (${reader}, ${words} words)`,
        unit: '%',
        samples: [rate],
        bar: bar === undefined ? undefined : { atMost: bar },
      })
      if (reader === 'en') english.push(rate)
    }
  } finally {
    await engine.close()
  }
}
if (english.length === 2)
  measures.push({
    name: 'English: what the small Whisper adds to the error rate',
    unit: '%',
    samples: [english[1]! - english[0]!],
    bar: { atMost: 0.2 },
  })
report('asr-prompts', measures, { isKept: isWhole })
