import type { SpokenIntent } from '@livetap/speech'
import { type TimeRange, touches } from '@livetap/transcript'
import type { EvaActs, SpokenText, Undo, UndoResult } from './eva-acts'

/** Said with the command itself, so many words are the whole item. */
const WHOLE_WORDS = 3
/** No one adds to it for so long, or it goes on for so long: it is over. */
const SILENT_MS = 15_000
const LONGEST_MS = 120_000

interface Open {
  startMs: number
  endMs: number
  parts: (TimeRange & { text: string })[]
  csis: Set<number>
  triggerWord: string
  /** What it became. */
  highlightId?: string
}

/** What is said between "action item" and its end becomes one highlight. */
export class ActionItem {
  #open: Open | undefined
  /** The one that ended last: its end may not have been meant. */
  #last: Open | undefined

  constructor(private readonly acts: Pick<EvaActs, 'nowMs' | 'announce' | 'highlight' | 'removeHighlight'>) {}

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  start(utterance: SpokenText, { trigger, rest }: SpokenIntent): Undo {
    this.end()
    const item: Open = {
      startMs: utterance.startMs,
      endMs: utterance.endMs,
      parts: rest ? [{ ...utterance, text: rest }] : [],
      csis: new Set([utterance.csi]),
      triggerWord: trigger,
    }
    this.#open = item
    this.acts.announce({ type: 'action_item_started', body: {}, durable: true })
    if (rest.split(/\s+/).filter(Boolean).length >= WHOLE_WORDS) this.end()
    return by => this.#undo(item, by)
  }

  add(utterance: SpokenText): void {
    if (!this.#open) return
    this.#open.parts.push(utterance)
    this.#open.csis.add(utterance.csi)
    this.#open.endMs = Math.max(this.#open.endMs, utterance.endMs)
  }

  forget(range: TimeRange): void {
    for (const item of [this.#open, this.#last])
      if (item) item.parts = item.parts.filter(part => !touches(part, [range]))
  }

  end(endMs?: number): void {
    const item = this.#open
    if (!item) return
    this.#open = undefined
    this.#last = item
    this.acts.announce({ type: 'action_item_ended', body: {}, durable: true })
    if (item.parts.length === 0) return
    item.highlightId = this.acts.highlight({
      label: 'action_item',
      text: item.parts.map(part => part.text).join(' '),
      startMs: item.startMs,
      endMs: Math.max(item.endMs, endMs ?? 0),
      csis: [...item.csis].sort((a, b) => a - b),
      triggerWord: item.triggerWord,
    })
  }

  /** Ends it by a call. Taking that back opens it again, with what `sayings` answers: what was said since. */
  endByCall({ endMs }: SpokenText, sayings: () => readonly SpokenText[]): Undo | undefined {
    const item = this.#open
    this.end(endMs)
    return item && (by => this.#reopen(item, by, sayings))
  }

  #reopen(item: Open, by: string, sayings: () => readonly SpokenText[]): UndoResult | undefined {
    // What came behind it is another item, or has ended that one too.
    if (this.#open || this.#last !== item) return undefined
    if (item.highlightId !== undefined) this.acts.removeHighlight(item.highlightId, by)
    item.highlightId = undefined
    this.#last = undefined
    this.#open = item
    this.acts.announce({ type: 'action_item_started', body: {}, durable: true })
    for (const utterance of sayings()) this.add(utterance)
    item.endMs = Math.max(item.endMs, this.acts.nowMs())
    return {}
  }

  #undo(item: Open, by: string): UndoResult | undefined {
    if (this.#open === item) {
      item.parts = []
      this.end()
      return {}
    }
    if (item.highlightId === undefined) return undefined
    this.acts.removeHighlight(item.highlightId, by)
    return {}
  }

  tick(nowMs: number): void {
    const item = this.#open
    if (item && (nowMs - item.endMs > SILENT_MS || nowMs - item.startMs > LONGEST_MS)) this.end()
  }
}
