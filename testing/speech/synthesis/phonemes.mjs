import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { npmPackage } from './npm-package.mjs'

/** The phonemes of an English text, in the letters of eSpeak. */
export async function loadPhonemes() {
  const file = join(npmPackage('phonemizer', '1.2.1'), 'dist/phonemizer.js')
  const { phonemize } = await import(pathToFileURL(file).href)

  /** With what the phonemizer drops: the marks between and behind the clauses. */
  return async function phonemes(text) {
    const marks = text.match(/[.,?!:;]+(?=\s|$)/g) ?? []
    const clauses = await phonemize(text, 'en-us')
    return clauses.map((clause, index) => clause + (marks[index]?.[0] ?? '.')).join(' ')
  }
}
