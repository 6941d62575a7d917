import { spokenWords } from '../text/spoken-words'
import { trimmedSpeech } from './compose'
import { readPhrases } from './read-phrases'

export interface SingleWord {
  word: string
  pcm: Int16Array
}

/** Single letters and particles say too little to be recognised alone. */
const leastLetters = 3

/** Single words of Debian's English reader, without their quiet edges. */
export function singleWords(): SingleWord[] {
  return readPhrases('en', 1).flatMap(({ text, load }) => {
    const [word, ...more] = spokenWords(text)
    if (!word || more.length || word.length < leastLetters) return []
    return [{ word, pcm: trimmedSpeech(load(), 30) }]
  })
}
