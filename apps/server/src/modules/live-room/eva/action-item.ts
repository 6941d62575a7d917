import type { SpokenIntent } from '@livetap/speech'
import { type TimeRange, touches } from '@livetap/transcript'
import type { EvaActs, Said } from './eva-acts'

/** Said with the command itself, so many words are the whole item. */
const WHOLE_WORDS = 3
/** Nobody adds to it for so long, or it goes on for so long: it is over. */
const SILENT_MS = 15_000
const LONGEST_MS = 120_000

interface Open {
  startMs: number
  endMs: number
  parts: (TimeRange & { text: string })[]
  csis: Set<number>
  triggerWord: string
}

/** What is said between "action item" and its end becomes one highlight. */
export class ActionItem {
  #open: Open | undefined

  constructor(private readonly acts: Pick<EvaActs, 'announce' | 'highlight'>) {}

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  start(said: Said, { trigger, rest }: SpokenIntent): void {
    this.end()
    this.#open = {
      startMs: said.startMs,
      endMs: said.endMs,
      parts: rest ? [{ ...said, text: rest }] : [],
      csis: new Set([said.csi]),
      triggerWord: trigger,
    }
    this.acts.announce({ type: 'action_item_started', body: {}, durable: true })
    if (rest.split(/\s+/).filter(Boolean).length >= WHOLE_WORDS) this.end()
  }

  add(said: Said): void {
    if (!this.#open) return
    this.#open.parts.push(said)
    this.#open.csis.add(said.csi)
    this.#open.endMs = Math.max(this.#open.endMs, said.endMs)
  }

  forget(range: TimeRange): void {
    if (this.#open) this.#open.parts = this.#open.parts.filter(part => !touches(part, [range]))
  }

  end(endMs?: number): void {
    const item = this.#open
    if (!item) return
    this.#open = undefined
    this.acts.announce({ type: 'action_item_ended', body: {}, durable: true })
    if (item.parts.length === 0) return
    this.acts.highlight({
      label: 'action_item',
      text: item.parts.map(part => part.text).join(' '),
      startMs: item.startMs,
      endMs: Math.max(item.endMs, endMs ?? 0),
      csis: [...item.csis].sort((a, b) => a - b),
      triggerWord: item.triggerWord,
    })
  }

  tick(nowMs: number): void {
    const item = this.#open
    if (item && (nowMs - item.endMs > SILENT_MS || nowMs - item.startMs > LONGEST_MS)) this.end()
  }
}
