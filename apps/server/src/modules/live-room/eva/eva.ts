import { COMMAND_DURATION, RESPONSE_SLOT, texts } from '@livetap/contract'
import {
  commandBehind,
  type EvaIntent,
  findWake,
  readIntent,
  type SpokenIntent,
  type Wake,
} from '@livetap/speech'
import { type TimeRange, touches } from '@livetap/transcript'
import { durationMs } from '../off-the-record'
import type { Announcement } from '../outbox/outbox'
import { ActionItem } from './action-item'
import type { EvaActs, HeardHighlight, Said } from './eva-acts'

/** After the wake phrase alone, how long the command may take to come. */
const LISTENING_MS = 8_000
/** Fewer words behind "highlight that" are not what is meant: what was said before is. */
const LEAST_WORDS = 3
const REMEMBERED = 20
/** What "that" can mean. */
const LOOK_BACK_MS = 30_000
const VOICE = 'eva'

const wordCount = (text: string) => text.split(/\s+/).filter(Boolean).length
const told = (type: Announcement['type'], body: object = {}): Announcement => ({ type, body, durable: true })

/** Listens for the wake phrase in what is said and does what it is asked. */
export class Eva {
  readonly #woken = new Set<string>()
  /** Until when a voice that said only the wake phrase is listened to. */
  readonly #listening = new Map<string, number>()
  #recent: Said[] = []
  readonly #actionItem: ActionItem

  constructor(private readonly acts: EvaActs) {
    this.#actionItem = new ActionItem(acts)
  }

  get actionItemOpen(): boolean {
    return this.#actionItem.isOpen
  }

  interim(said: Said): void {
    if (this.acts.isMuffled()) return
    const wake = findWake(said.text)
    if (wake?.clear) this.#wake(said, wake.phrase)
  }

  /** Whether the sentence asks to be forgotten itself: then it is not announced. */
  mustForget(said: Said): boolean {
    return this.#read(said).spoken?.intent === 'off_the_record'
  }

  final(said: Said): void {
    const { spoken, woken, wake } = this.#read(said)
    this.#listening.delete(said.streamId)
    if (woken) this.#wake(said, wake!.phrase)
    this.#woken.delete(said.id)
    if (spoken) this.#obey(spoken, said, wake?.before ?? '')
    else {
      if (woken) this.#listening.set(said.streamId, said.endMs + LISTENING_MS)
      this.#talk(said)
    }
  }

  /** What was said in the range is not known any more. */
  forget(range: TimeRange): void {
    this.#recent = this.#recent.filter(said => !touches(said, [range]))
    this.#actionItem.forget(range)
  }

  /** Called now and then: an action item that nobody ends is ended. */
  tick(nowMs: number): void {
    this.#actionItem.tick(nowMs)
  }

  end(): void {
    this.#actionItem.end()
  }

  #wake(said: Said, phrase: string): void {
    if (this.#woken.has(said.id)) return
    this.#woken.add(said.id)
    if (this.#woken.size > 1_000) this.#woken.clear()
    this.acts.announce(told('eva_wake', { data: { trigger_word: phrase, csi: said.csi } }))
  }

  #read(said: Said): { wake?: Wake; woken: boolean; spoken?: SpokenIntent } {
    const wake = findWake(said.text)
    const listened = said.startMs <= (this.#listening.get(said.streamId) ?? -1)
    const spoken = wake ? commandBehind(wake) : listened ? readIntent(said.text) : undefined
    if (this.acts.isMuffled() && spoken?.intent !== 'listen_again') return { woken: false }
    const woken = wake !== undefined && (wake.clear || spoken !== undefined)
    return { ...(wake && { wake }), woken, ...(spoken && { spoken }) }
  }

  #talk(said: Said): void {
    this.#actionItem.add(said)
    this.#recent = [...this.#recent, said].slice(-REMEMBERED)
  }

  #obey(spoken: SpokenIntent, said: Said, before: string): void {
    const by = `${VOICE}:${said.streamId}`
    const { acts } = this
    const orders: Record<EvaIntent, () => void> = {
      off_the_record: () => acts.offTheRecord(durationMs(COMMAND_DURATION)!, by, said),
      stop_listening: () => acts.setEarmuffs(true, by),
      listen_again: () => acts.setEarmuffs(false, by),
      chimes_off: () => acts.setChimes(false, by),
      chimes_on: () => acts.setChimes(true, by),
      action_item: () => this.#actionItem.start(said, spoken),
      end_action_item: () => this.#actionItem.end(said.endMs),
      decision: () => this.#highlight('decision', spoken, said, before),
      follow_up: () => this.#highlight('follow_up', spoken, said, before),
      note: () => this.#highlight('note', spoken, said, before),
      highlight: () => this.#highlight('highlight', spoken, said, before),
      thanks: () => acts.announce(thanks()),
      goodbye: () => acts.announce(told('goodbye')),
    }
    orders[spoken.intent]()
    if (before && spoken.intent !== 'off_the_record')
      this.#recent = [...this.#recent, { ...said, text: before }].slice(-REMEMBERED)
  }

  /** What follows the command, what stands before it in the same breath, or what was said last. */
  #highlight(label: HeardHighlight['label'], spoken: SpokenIntent, said: Said, before: string): void {
    const { trigger: triggerWord, rest } = spoken
    const own = wordCount(rest) >= LEAST_WORDS ? rest : wordCount(before) >= LEAST_WORDS ? before : undefined
    const last = this.#recent.at(-1)
    const meant =
      own !== undefined || !last || said.startMs - last.endMs > LOOK_BACK_MS
        ? { ...said, text: own ?? said.text }
        : last
    this.acts.highlight({
      label,
      text: meant.text,
      startMs: meant.startMs,
      endMs: Math.max(meant.endMs, meant.startMs),
      csis: [meant.csi],
      triggerWord,
    })
  }
}

const thanks = () =>
  told('eva_thanks', {
    command_response: {
      intent: 'thanks',
      slots: [{ name: RESPONSE_SLOT, value: texts.eva.youAreWelcome }],
    },
  })
