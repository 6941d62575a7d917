import type { SpeakerText } from '../model'
import type { LineParts } from './split-line'

/** Scripts that put no blank between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function joinTexts(one: string, other: string): string {
  const isUnspaced = UNSPACED.test(one.at(-1) ?? '') && UNSPACED.test(other[0] ?? '')
  return `${one}${isUnspaced ? '' : ' '}${other}`
}

/** One line of two that follow each other; neighbouring texts of one speaker become one. */
export function mergeLines<T extends LineParts>(one: T, next: T): T {
  const speakerSegments: SpeakerText[] = []
  for (const segment of [...one.speakerSegments, ...next.speakerSegments]) {
    const last = speakerSegments.at(-1)
    if (last?.speakerId === segment.speakerId)
      speakerSegments[speakerSegments.length - 1] = { ...last, text: joinTexts(last.text, segment.text) }
    else speakerSegments.push(segment)
  }
  return {
    ...one,
    text: joinTexts(one.text, next.text),
    words: [...one.words, ...next.words],
    // Where one of the two has no speaker, the line has none: half of its text would have no speaker.
    speakerSegments: one.speakerSegments.length > 0 && next.speakerSegments.length > 0 ? speakerSegments : [],
    startMs: Math.min(one.startMs, next.startMs),
    endMs: Math.max(one.endMs, next.endMs),
  }
}
