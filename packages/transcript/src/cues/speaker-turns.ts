import { countWords } from '../edit/word-count'
import type { TimeRange, Transcript } from '../model'
import { diarizedSpeaker, type Speaker, sourceSpeaker } from './speakers'

/** One speaker's part of one utterance. */
export interface SpeakerPart extends TimeRange {
  readonly speaker: Speaker
  readonly utterance: number
  /** Words [firstWord, lastWord) of the word table; none when empty. */
  readonly firstWord: number
  readonly lastWord: number
}

/** Successive parts of one speaker. */
export interface SpeakerTurn extends TimeRange {
  readonly speaker: Speaker
  readonly parts: readonly SpeakerPart[]
}

function span(transcript: Transcript, utterance: number, firstWord: number, lastWord: number): TimeRange {
  const { words, utterances } = transcript
  if (firstWord >= lastWord) return utterances[utterance]!
  let startMs = Number.POSITIVE_INFINITY
  let endMs = 0
  for (let word = firstWord; word < lastWord; word++) {
    startMs = Math.min(startMs, words.startMs[word]!)
    endMs = Math.max(endMs, words.endMs[word]!)
  }
  return { startMs, endMs }
}

/**
 * The parts of an utterance by speaker. Segments carry no times: their words are the utterance's, taken in
 * turn; the last segment takes what is left, so that an edit never loses a word.
 */
export function speakerParts(transcript: Transcript, utterance: number): SpeakerPart[] {
  const { firstWord, wordCount, speakerSegments, csis, startMs, endMs } = transcript.utterances[utterance]!
  const end = firstWord + wordCount
  if (speakerSegments.length <= 1) {
    const id = speakerSegments[0]?.speakerId
    const speaker = id === undefined ? sourceSpeaker(csis) : diarizedSpeaker(id)
    return [{ speaker, utterance, firstWord, lastWord: end, startMs, endMs }]
  }
  let at = firstWord
  return speakerSegments.flatMap(({ speakerId, text }, i) => {
    const from = at
    at = i === speakerSegments.length - 1 ? end : Math.min(end, from + countWords(text))
    if (from === at) return []
    const speaker = diarizedSpeaker(speakerId)
    return [{ speaker, utterance, firstWord: from, lastWord: at, ...span(transcript, utterance, from, at) }]
  })
}

/** The meeting as turns: who spoke, from when to when, in which words. */
export function speakerTurns(transcript: Transcript): SpeakerTurn[] {
  const turns: (TimeRange & { speaker: Speaker; parts: SpeakerPart[]; endMs: number })[] = []
  for (let utterance = 0; utterance < transcript.utterances.length; utterance++) {
    for (const part of speakerParts(transcript, utterance)) {
      const last = turns.at(-1)
      if (last?.speaker.key === part.speaker.key) {
        last.parts.push(part)
        last.endMs = Math.max(last.endMs, part.endMs)
      } else turns.push({ speaker: part.speaker, parts: [part], startMs: part.startMs, endMs: part.endMs })
    }
  }
  return turns
}

/** The text of a part, as it is in its utterance. */
export function partText(transcript: Transcript, part: SpeakerPart): string {
  const { text, firstWord, wordCount } = transcript.utterances[part.utterance]!
  if (part.firstWord === part.lastWord) return part.firstWord === firstWord ? text.trim() : ''
  const { textFrom } = transcript.words
  const from = part.firstWord === firstWord ? 0 : textFrom[part.firstWord]
  const to = part.lastWord === firstWord + wordCount ? text.length : textFrom[part.lastWord]
  return text.slice(from, to).trim()
}
