import { type CueIndex, segmentAt } from '@livetap/transcript'

/** Where a word's underline begins and how long it is, inside its row. */
export interface WordBox {
  readonly x: number
  readonly y: number
  readonly width: number
}

type LineFrame = {
  readonly offset: number
  readonly opacity: number
  readonly transform: string
  readonly easing: 'step-end'
}

/**
 * The underline of a stretch of the meeting as keyframes: it is under the current word, leaps to the next one at
 * its start, and is not there in a gap or while a word of another row is the current one.
 */
export function lineFrames(
  words: CueIndex,
  fromMs: number,
  toMs: number,
  boxOf: (word: number) => WordBox | undefined,
): LineFrame[] {
  const frames: LineFrame[] = []
  const lengthMs = Math.max(1, toMs - fromMs)
  let transform = 'translate(0px, 0px) scaleX(1)'
  const add = (offset: number, box: WordBox | undefined) => {
    if (box) transform = `translate(${box.x}px, ${box.y}px) scaleX(${box.width})`
    frames.push({ offset, opacity: box ? 1 : 0, transform, easing: 'step-end' })
  }
  for (let k = segmentAt(words, fromMs); k < words.bounds.length && words.bounds[k]! < toMs; k++) {
    const word = words.current[k]!
    add(Math.max(0, words.bounds[k]! - fromMs) / lengthMs, word < 0 ? undefined : boxOf(word))
  }
  if (frames.length === 0) add(0, undefined)
  add(1, undefined)
  return frames
}
