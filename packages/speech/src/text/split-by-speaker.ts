import type { SpeakerTurn } from '../diarization/diarizer'
import type { RecognitionResult, RecognizedWord } from '../recognition'

interface Part {
  speaker: string
  words: RecognizedWord[]
}

/** A final result as one per speaker, in the order of their words; the first keeps its id, and all of the text is in one of them. */
export function splitBySpeaker(
  result: RecognitionResult,
  turns: readonly SpeakerTurn[],
  /** The turns are those of the words, not of the sound. */
  isExact = false,
): RecognitionResult[] {
  const parts: Part[] = []
  const found = result.words.map(word => speakerOf(word, turns))
  const speakers = isExact ? found : changedInPauses(result.words, found)
  for (const [at, word] of result.words.entries()) {
    const speaker = speakers[at]
    const last = parts.at(-1)
    if (last && (speaker === undefined || last.speaker === speaker)) last.words.push(word)
    else if (speaker !== undefined) parts.push({ speaker, words: [word] })
  }
  const [first] = parts
  if (!first) return [{ ...result, speakerIds: [...new Set(turns.map(({ speaker }) => speaker))] }]
  // Words before the first that has a speaker are the first speaker's.
  const leading = result.words.indexOf(first.words[0]!)
  first.words.unshift(...result.words.slice(0, leading))
  const texts = textsOf(result.text, parts)
  if (!texts) return [{ ...result, speakerIds: [...new Set(parts.map(({ speaker }) => speaker))] }]
  return parts.map(({ speaker, words }, at) => ({
    ...result,
    segmentId: at === 0 ? result.segmentId : `${result.segmentId}.${at + 1}`,
    text: texts[at]!,
    words,
    startMs: at === 0 ? result.startMs : words[0]!.startMs,
    endMs: at === parts.length - 1 ? result.endMs : words.at(-1)!.endMs,
    speakerIds: [speaker],
  }))
}

/** A change is found by the second around it: it is put into the best pause that is no farther away than this. */
const NEAR_MS = 700
/** So much longer must a pause be to be worth a second of distance. */
const PAUSE_PER_DISTANCE = 0.25

/** People seldom take over inside a sentence said in one breath: each change is moved to the pause that is meant. */
function changedInPauses(
  words: readonly RecognizedWord[],
  found: readonly (string | undefined)[],
): (string | undefined)[] {
  const speakers = [...found]
  const startOf = (at: number) => (words[at - 1]!.endMs + words[at]!.startMs) / 2
  for (let at = 1; at < words.length; at++) {
    if (speakers[at] === speakers[at - 1]) continue
    const [before, after] = [speakers[at - 1], speakers[at]]
    let best = { at, worth: Number.NEGATIVE_INFINITY }
    const weigh = (place: number) => {
      const distance = Math.abs(startOf(place) - startOf(at))
      const worth = words[place]!.startMs - words[place - 1]!.endMs - PAUSE_PER_DISTANCE * distance
      if (distance <= NEAR_MS && worth > best.worth) best = { at: place, worth }
    }
    for (let place = at; place > 1 && speakers[place - 1] === before; place--) weigh(place)
    for (let place = at; place < words.length && speakers[place] === after; place++) weigh(place)
    for (let place = Math.min(at, best.at); place < Math.max(at, best.at); place++)
      speakers[place] = best.at > at ? before : after
    at = best.at
  }
  return speakers
}

/** Whose turn most of the word lies in; between two turns the nearer one's. */
function speakerOf({ startMs, endMs }: RecognizedWord, turns: readonly SpeakerTurn[]): string | undefined {
  let best: { speaker: string; overlap: number } | undefined
  for (const turn of turns) {
    const overlap = Math.min(endMs, turn.endMs) - Math.max(startMs, turn.startMs)
    if (!best || overlap > best.overlap) best = { speaker: turn.speaker, overlap }
  }
  return best?.speaker
}

/** The text cut where each part's first word stands; undefined where the words are not those of the text. */
function textsOf(text: string, parts: readonly Part[]): string[] | undefined {
  const cuts: number[] = []
  let at = 0
  for (const { words } of parts) {
    for (const [place, { word }] of words.entries()) {
      const found = text.indexOf(word, at)
      if (found < 0 && place === 0) return undefined
      if (place === 0) cuts.push(found)
      if (found >= 0) at = found + word.length
    }
  }
  return cuts.map((cut, part) => text.slice(part === 0 ? 0 : cut, cuts[part + 1]).trim())
}
