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
const LINE_CHARACTERS = 42
const MAX_MS = 7000
const MAX_PAUSE_MS = 2000

/** A caption's text runs to the next one's first word, so that no punctuation between words is lost. */
function captionsOfPart(
  transcript: Transcript,
  part: SpeakerPart,
  label: string,
  prefix: (label: string) => string,
): Caption[] {
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
    const text = prefix(label) + oneLine(whole.text.slice(words.textFrom[first], words.textTo[word]))
    const full = linesOf(text).length > 2
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

/** Between words; inside one only where it is longer than a line, as in writing without spaces. */
const piecesOf = (text: string): string[] =>
  text.split(' ').flatMap(word => word.match(new RegExp(`.{1,${LINE_CHARACTERS}}`, 'gu')) ?? [''])

/** A text in lines that fit. */
export function linesOf(text: string): string[] {
  const lines: string[] = []
  for (const word of piecesOf(text)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= LINE_CHARACTERS)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The transcript as subtitles, by start; `prefix` is what a cue says of its speaker in its own text. */
export function captionsOf(transcript: Transcript, prefix: (label: string) => string = () => ''): Caption[] {
  const captions: Caption[] = []
  transcript.utterances.forEach((_, utterance) => {
    for (const part of speakerParts(transcript, utterance)) {
      const label = oneLine(speakerLabel(transcript, part.speaker))
      if (part.firstWord < part.lastWord) {
        for (const caption of captionsOfPart(transcript, part, label, prefix)) captions.push(caption)
      } else {
        const text = oneLine(partText(transcript, part))
        if (text !== '') captions.push({ label, text, ...shown(part.startMs, part.endMs) })
      }
    }
  })
  return captions.sort((a, b) => a.startMs - b.startMs)
}
