import type { Replay } from '@livetap/session'
import { type TimeRange, type Utterance, wordAtCharacter } from '@livetap/transcript'
import { charactersBefore } from './clicked-character'

interface Wanted {
  text: string
  range: TimeRange
}

/** What a highlight of this utterance holds: the words selected in it, or all of it. */
export function highlightOf(replay: Replay, utterance: Utterance): Wanted {
  const whole = { text: utterance.text.slice(0, 20_000), range: utterance }
  const { transcript } = replay.getSnapshot()
  const selection = getSelection()
  if (!transcript || !selection || selection.isCollapsed || selection.rangeCount === 0) return whole
  const range = selection.getRangeAt(0)
  const [from, to] = [
    characterIn(utterance.id, range.startContainer, range.startOffset),
    characterIn(utterance.id, range.endContainer, range.endOffset),
  ]
  if (from === undefined || to === undefined || from >= to) return whole
  const position = transcript.utterances.indexOf(utterance)
  const first = wordAtCharacter(transcript, position, from)
  const last = wordAtCharacter(transcript, position, to - 1)
  if (first < 0) return whole
  const { startMs, endMs, textFrom, textTo } = transcript.words
  const end = last < 0 ? utterance.firstWord + utterance.wordCount - 1 : last
  return {
    text: utterance.text.slice(textFrom[first], textTo[end]).slice(0, 20_000),
    range: { startMs: startMs[first]!, endMs: Math.max(endMs[end]!, startMs[first]! + 1) },
  }
}

function characterIn(id: string, node: Node, offset: number): number | undefined {
  const element = node instanceof HTMLElement ? node : node.parentElement
  const line = element?.closest<HTMLElement>('[data-from]')
  if (!line || line.closest<HTMLElement>('[data-utterance]')?.dataset.utterance !== id) return undefined
  return Number(line.dataset.from) + charactersBefore(line, node, offset)
}
