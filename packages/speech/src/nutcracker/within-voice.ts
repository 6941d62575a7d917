import type { RecognizedText } from '../pool/jobs'

/** Of the sound that was decoded, in milliseconds from its first sample: the first voiced moment and the last. */
export interface VoicedPart {
  fromMs: number
  toMs: number
  /** The highest probability of speech in it. */
  peak: number
}

/** No one says more letters in a second. A digit, or a sign of Chinese or Japanese, is two or more ("1000000" is two words). */
const FASTEST = 30
const LETTERS_OF_SIGN = 2
/** Voice activity comes late and goes early around quiet consonants. */
const EDGES_MS = 300
/** Voice activity is surer than this of any word that is said clearly, however short; of a click or a tone it seldom is. */
const SURE_PEAK = 0.9
/** Speech that is far away is never sure, and lasts longer than a click. */
const SHORT_MS = 500
/** What is read in so short and doubtful a sound is written only if the recogniser has hardly any doubt. */
const SURE_READING = 0.5
/** How far behind the voice a word may begin: what a word that was said has of error in its time. */
const BEHIND_MS = 60

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0

function lettersOf(text: string): number {
  const signs = count(text, /[\p{N}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)
  return count(text, /\p{L}|\p{N}/gu) - signs + signs * LETTERS_OF_SIGN
}

const nothing: RecognizedText = { text: '', words: [], timesEstimated: false, tokens: [] }

/**
 * What of a reading there was a voice for. A recogniser that has learnt from whole sentences ends one that breaks off, and
 * makes a word of a click: words that begin behind the last voiced moment go, a text for which there was not the time, and what is read without
 * certainty in a short sound that hardly is a voice.
 */
export function withinVoice(found: RecognizedText, { fromMs, toMs, peak }: VoicedPart): RecognizedText {
  if (!found.text) return found
  const isSayable = lettersOf(found.text) <= (FASTEST * (toMs - fromMs + EDGES_MS)) / 1000
  const isDoubtful = peak < SURE_PEAK && toMs - fromMs < SHORT_MS && (found.confidence ?? 1) < SURE_READING
  if (!isSayable || isDoubtful) return { ...nothing, languageCode: found.languageCode }
  if (found.timesEstimated || found.words.length === 0) return found
  const last = found.words.findLastIndex(({ startMs }) => startMs <= toMs + BEHIND_MS)
  if (last === found.words.length - 1) return found
  const words = found.words.slice(0, last + 1)
  const text = found.text.slice(0, endOfWords(found.text, words)).trim()
  return text ? { ...found, text, words, tokens: [] } : { ...nothing, languageCode: found.languageCode }
}

/** Where the last of these words ends in the text, with what is written behind it. */
function endOfWords(text: string, words: RecognizedText['words']): number {
  let at = 0
  for (const { word } of words) at = Math.max(at, text.indexOf(word.trim(), at) + word.trim().length)
  return at
}
