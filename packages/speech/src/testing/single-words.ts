import { spokenWords } from '../text/spoken-words'
import { trimmedSpeech } from './compose'
import { phrases } from './own-recordings'
import { readPhrases } from './read-phrases'

export interface SingleWord {
  word: string
  pcm: Int16Array
}

/** Single letters and particles say too little to be recognised alone. */
const MIN_LETTERS = 3

/** Single words of Debian's English reader, without their quiet edges; a synthetic voice says them where it is not installed. */
export function singleWords(): SingleWord[] {
  const read = readPhrases('en', 1).map(({ text, load }) => ({ text, pcm: load() }))
  return (read.length > 0 ? read : phrases('words')).flatMap(({ text, pcm }) => {
    const [word, ...more] = spokenWords(text)
    if (!word || more.length || word.length < MIN_LETTERS) return []
    return [{ word, pcm: trimmedSpeech(pcm, 30) }]
  })
}
