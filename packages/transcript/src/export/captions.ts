import { partText, type SpeakerPart, speakerParts } from '../cues/speaker-turns'
import { speakerLabel } from '../cues/speakers'
import type { TimeRange, Transcript } from '../model'
import { oneLine } from './paragraphs'

/** One subtitle. */
export interface Caption extends TimeRange {
  readonly label: string
  readonly text: string
}

/** Two lines of 42 characters for at most seven seconds: what subtitle guides call readable. */
const MAX_CHARACTERS = 84
const MAX_MS = 7000
const MAX_PAUSE_MS = 2000

/** A caption's text runs to the next one's first word, so that no punctuation between words is lost. */
function captionsOfPart(transcript: Transcript, part: SpeakerPart, label: string): Caption[] {
  const { words } = transcript
  const whole = transcript.utterances[part.utterance]!
  const captions: Caption[] = []
  let first = part.firstWord
  let startMs = words.startMs[first]!
  let endMs = words.endMs[first]!
  const flush = (next: number) => {
    const from = first === whole.firstWord ? 0 : words.textFrom[first]
    const to = next === whole.firstWord + whole.wordCount ? whole.text.length : words.textFrom[next]
    const text = oneLine(whole.text.slice(from, to))
    if (text !== '') captions.push({ label, text, ...shown(startMs, endMs) })
  }
  for (let word = first + 1; word < part.lastWord; word++) {
    const start = words.startMs[word]!
    const end = words.endMs[word]!
    const full = words.textTo[word]! - words.textFrom[first]! > MAX_CHARACTERS
    if (full || end - startMs > MAX_MS || start - endMs > MAX_PAUSE_MS) {
      flush(word)
      first = word
      startMs = start
      endMs = end
    }
    startMs = Math.min(startMs, start)
    endMs = Math.max(endMs, end)
  }
  flush(part.lastWord)
  return captions
}

function shown(startMs: number, endMs: number): TimeRange {
  const start = Math.floor(startMs)
  return { startMs: start, endMs: Math.max(start + 1, Math.floor(endMs)) }
}

/** The transcript as subtitles, by start. */
export function captionsOf(transcript: Transcript): Caption[] {
  const captions: Caption[] = []
  transcript.utterances.forEach((_, utterance) => {
    for (const part of speakerParts(transcript, utterance)) {
      const label = oneLine(speakerLabel(transcript, part.speaker))
      if (part.firstWord < part.lastWord) {
        for (const caption of captionsOfPart(transcript, part, label)) captions.push(caption)
      } else {
        const text = oneLine(partText(transcript, part))
        if (text !== '') captions.push({ label, text, ...shown(part.startMs, part.endMs) })
      }
    }
  })
  return captions.sort((a, b) => a.startMs - b.startMs)
}
