import { pcmToFloat, SAMPLES_PER_MS } from '@livetap/audio'
import { CLEAR } from '../hints/certainty'
import { readIntent } from '../hotword/eva-intent'
import { findUnreadCall } from '../hotword/unread-call'
import { findGreeting, findWake, isName, type Wake } from '../hotword/wake-phrase'
import type { RecognizedText } from '../pool/jobs'
import { spokenWords } from '../text/spoken-words'
import type { RecognizerModels } from './recognizer-models'

/** Around the words of the call: alignment is right to about a tenth of a second, and the name's end is soft. */
const BEFORE_MS = 200
const AFTER_MS = 600
/** The name is read as no more than so many words. */
const NAME_WORDS = 3

/** A word that is in the place of the name and was read with such certainty was said, regardless of what it sounds like. */
const SURELY_READ = 0.96

/** Words that are read in the place of a call are seldom as likely as this. */
const UNDOUBTED = 0.8

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length

/** Where a call is in the text, or may have been misread: how likely the sound holds one. */
export async function withCallLikelihood(
  models: RecognizerModels,
  pcm: Int16Array,
  found: RecognizedText,
): Promise<RecognizedText> {
  const wake = findWake(found.text)
  const unread = wake ? undefined : unreadCall(found)
  if (!wake && !unread && !mayBeMisread(found)) return found
  if (!wake?.clear && isSurelyRead(found, wake ?? findGreeting(found.text)))
    return { ...found, callLikelihood: 0 }
  const callDetector = await models.callDetector()
  const place = wake ?? unread
  return {
    ...found,
    callLikelihood: await callDetector.detect(pcmToFloat(pcm), place && spanOf(found, place)),
  }
}

/** Not even the greeting was read: the words before a command are all in doubt. */
function unreadCall({ text, words }: RecognizedText): Wake | undefined {
  const call = findGreeting(text) ? undefined : findUnreadCall(text)
  if (!call) return undefined
  const first = wordsIn(call.before)
  const read = words.slice(first, first + wordsIn(call.phrase))
  return read.every(({ confidence = 0 }) => confidence < UNDOUBTED) ? call : undefined
}

/** "Okay, even the customer agrees", and the recogniser has no doubt of it. "Hey, listen again" may lack the name. */
function isSurelyRead({ words }: RecognizedText, greeting: Wake | undefined): boolean {
  if (!greeting) return false
  const spoken = readIntent(greeting.after)
  if (spoken && greeting.after.startsWith(spoken.trigger)) return false
  const name = words[wordsIn(greeting.before) + 1]
  return name !== undefined && !isName(name.word) && (name.confidence ?? 0) >= SURELY_READ
}

/**
 * A sentence begins as a call does, and in the place of the name stands something that was not understood with
 * certainty, or a few words with a command behind them.
 */
function mayBeMisread({ text, words }: RecognizedText): boolean {
  const greeting = findGreeting(text)
  if (!greeting || isNamed(text, greeting)) return false
  const name = words[wordsIn(greeting.before) + 1]
  if ((name?.confidence ?? 0) < CLEAR) return true
  const spoken = readIntent(greeting.after)
  if (!spoken) return false
  return spokenWords(greeting.after.slice(0, greeting.after.indexOf(spoken.trigger))).length <= NAME_WORDS
}

/** Another speaker is addressed: "Hey, Evan, note that". Behind a full stop a capital says nothing. */
function isNamed(text: string, { before, phrase, after }: Wake): boolean {
  const behind = text.slice(before.length).trimStart().slice(phrase.length)
  return !/^\s*[.?!]/.test(behind) && /^\p{Lu}\p{Ll}/u.test(after)
}

/** Undefined where the words' times are a guess: the whole sound is looked at then. */
function spanOf(
  { words, timesEstimated }: RecognizedText,
  { before, phrase }: { before: string; phrase: string },
): { from: number; to: number } | undefined {
  if (timesEstimated) return undefined
  const first = spokenWords(before).length
  const last = first + spokenWords(phrase).length - 1
  let at = 0
  let from: number | undefined
  let to: number | undefined
  for (const { word, startMs, endMs } of words) {
    const next = at + spokenWords(word).length
    if (from === undefined && next > first) from = startMs
    if (next > last) {
      to = endMs
      break
    }
    at = next
  }
  if (from === undefined || to === undefined) return undefined
  return { from: (from - BEFORE_MS) * SAMPLES_PER_MS, to: (to + AFTER_MS) * SAMPLES_PER_MS }
}
