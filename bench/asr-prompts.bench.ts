/**
 * Word error rate on the telephone prompts of Debian's asterisk readers, printed only: one reader a language, the texts
 * as the packages give them. It measures no time, so the machine need not be idle.
 */
import { createSpeech, transcribe } from '@livetap/speech'
import { readPhrases, wordError } from '../packages/speech/src/measure'
import { isToy, type Measure, report } from './lib/report'

const speech = createSpeech()
const measures: Measure[] = []
const wanted = { en: 308, es: 300, fr: 100 }
/** Phrases before lone words, of which there are more than enough. */
const phrasesOf = (reader: keyof typeof wanted) =>
  readPhrases(reader, 1).sort((a, b) => Number(isLone(a.text)) - Number(isLone(b.text)))
const isLone = (text: string) => !/\S\s+\S/.test(text)

/** The lists of the packages are written without accents. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

async function read(reader: keyof typeof wanted): Promise<void> {
  const phrases = phrasesOf(reader).slice(0, isToy ? 3 : wanted[reader])
  let [errors, words] = [0, 0]
  for (const { text, load } of phrases) {
    const found = await transcribe(speech.nutcracker, load(), { languageCode: reader })
    const error = wordError(plain(text), plain(found.map(result => result.text).join(' ')))
    errors += error.errors
    words += error.words
  }
  measures.push({
    name: `nutcracker: word error rate, ${phrases.length} telephone prompts (${reader}, ${words} words)`,
    unit: '%',
    samples: [(100 * errors) / words],
  })
}

const { available, reason } = await speech.nutcracker.availability()
if (!available) console.log(`asr-prompts: nothing measured: ${reason}`)
else {
  for (const reader of ['en', 'es', 'fr'] as const)
    if (phrasesOf(reader).length > 0) await read(reader)
    else console.log(`asr-prompts: no ${reader}: install asterisk-core-sounds-${reader}-wav`)
  report('asr-prompts', measures)
}
await speech.close()
