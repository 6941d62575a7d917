import { COMMAND_DURATION, RESPONSE_SLOT, texts } from '@livetap/contract'
import {
  commandBehind,
  type EvaIntent,
  findCall,
  findWake,
  readIntent,
  type SpokenIntent,
  type Wake,
} from '@livetap/speech'
import { type TimeRange, touches } from '@livetap/transcript'
import type { Announcement } from '../outbox/outbox'
import { durationMs } from '../room/off-the-record'
import { ActionItem } from './action-item'
import { Calls } from './calls'
import type { EvaActs, SpokenHighlight, SpokenText, Undo, UndoResult } from './eva-acts'

/** After the wake phrase alone, how long the command may take to come. */
const LISTENING_MS = 8_000
/** Fewer words behind "highlight that" are not what is meant: what was said before is. */
const MIN_WORDS = 3
const REMEMBERED = 20
/** What "that" can mean. */
const LOOK_BACK_MS = 30_000
const VOICE = 'eva'

const wordCount = (text: string) => text.split(/\s+/).filter(Boolean).length
const durable = (type: Announcement['type'], body: object = {}): Announcement => ({
  type,
  body,
  durable: true,
})

/** Listens for the wake phrase in what is said and does what it is asked. */
export class Eva {
  /** Announced, and not yet said to the end. */
  readonly #woken = new Set<string>()
  readonly #calls = new Calls()
  /** Voices that said only the wake phrase: until when they are listened to, and by which call. */
  readonly #listening = new Map<string, { untilMs: number; callId: string }>()
  #recent: SpokenText[] = []
  readonly #actionItem: ActionItem

  constructor(private readonly acts: EvaActs) {
    this.#actionItem = new ActionItem(acts)
  }

  get actionItemOpen(): boolean {
    return this.#actionItem.isOpen
  }

  interim(utterance: SpokenText): void {
    if (this.acts.isMuffled()) return
    const wake = findWake(utterance.text)
    if (wake?.clear) this.#wake(utterance, wake.phrase)
  }

  /** Whether the sentence asks to be forgotten itself: then it is not announced. */
  mustForget(utterance: SpokenText): boolean {
    return this.#read(utterance).spoken?.intent === 'off_the_record'
  }

  /** An interim may have proposed a call; what is said to the end decides. */
  final(utterance: SpokenText): void {
    const { spoken, woken, wake } = this.#read(utterance)
    const callId = woken ? utterance.id : this.#listening.get(utterance.streamId)?.callId
    this.#listening.delete(utterance.streamId)
    if (woken) this.#wake(utterance, wake!.phrase)
    else this.#withdrawProposal(utterance.id)
    this.#woken.delete(utterance.id)
    if (spoken) {
      const undo = this.#handleIntent(spoken, utterance, wake?.before ?? '')
      if (callId) this.#calls.recordIntent(callId, spoken.intent, undo)
    } else {
      if (woken)
        this.#listening.set(utterance.streamId, {
          untilMs: utterance.endMs + LISTENING_MS,
          callId: utterance.id,
        })
      this.#talk(utterance)
    }
  }

  /**
   * A user says that a call was not meant: what it did is undone, all clients are notified, and it is counted. False
   * where no such call is known; a repeated command is handled once.
   */
  undo(id: string, by: string): boolean {
    if (this.#calls.isUndone(id)) return true
    const call = this.#calls.take(id)
    if (!call) return false
    const { phrase, intent, streamId, undo } = call
    if (this.#listening.get(streamId)?.callId === id) this.#listening.delete(streamId)
    // Absent where it had done nothing, or nothing that can be undone.
    const result = undo?.(by)
    const { shortened, untilMs } = result ?? {}
    this.acts.announce({
      ...durable('eva_call_undone', {
        data: { call_id: id, reason: 'not_meant', off_the_record_until_millis: shortened && untilMs },
      }),
      write: shortened && { kind: 'on_the_record', ranges: [shortened] },
      ledger: {
        event: 'evaCallUndone',
        fields: {
          call_id: id,
          trigger_word: phrase,
          intent,
          taken_back: result !== undefined,
          by,
        },
      },
    })
    return true
  }

  /** What was said in the range is not known any more. */
  forget(range: TimeRange): void {
    this.#recent = this.#recent.filter(utterance => !touches(utterance, [range]))
    this.#actionItem.forget(range)
  }

  /** Called periodically: an action item that no one ends is ended. */
  tick(nowMs: number): void {
    this.#actionItem.tick(nowMs)
  }

  end(): void {
    this.#actionItem.end()
  }

  #wake(utterance: SpokenText, phrase: string): void {
    if (this.#woken.has(utterance.id)) return
    this.#woken.add(utterance.id)
    if (this.#woken.size > 1_000) this.#woken.clear()
    this.#calls.add({ id: utterance.id, streamId: utterance.streamId, phrase })
    this.acts.announce(
      durable('eva_wake', { data: { trigger_word: phrase, csi: utterance.csi, call_id: utterance.id } }),
    )
  }

  #withdrawProposal(id: string): void {
    if (!this.#woken.has(id) || !this.#calls.take(id)) return
    this.acts.announce(durable('eva_call_undone', { data: { call_id: id, reason: 'not_confirmed' } }))
  }

  #read(utterance: SpokenText): { wake?: Wake; woken: boolean; spoken?: SpokenIntent } {
    const wake = findCall(utterance.text, utterance.callLikelihood)
    const listened = utterance.startMs <= (this.#listening.get(utterance.streamId)?.untilMs ?? -1)
    const spoken = wake ? commandBehind(wake) : listened ? readIntent(utterance.text) : undefined
    if (this.acts.isMuffled() && spoken?.intent !== 'listen_again') return { woken: false }
    return { wake, woken: wake !== undefined, spoken }
  }

  #talk(utterance: SpokenText): void {
    this.#actionItem.add(utterance)
    this.#recent = [...this.#recent, utterance].slice(-REMEMBERED)
  }

  #handleIntent(spoken: SpokenIntent, utterance: SpokenText, before: string): Undo | undefined {
    const by = `${VOICE}:${utterance.streamId}`
    const { acts } = this
    const earmuffs = (on: boolean) =>
      acts.setEarmuffs(on, by) ? (undoer: string) => taken(acts.setEarmuffs(!on, undoer)) : undefined
    const chimes = (on: boolean) =>
      acts.setChimes(on, by) ? (undoer: string) => taken(acts.setChimes(!on, undoer)) : undefined
    const orders: Record<EvaIntent, () => Undo | undefined> = {
      off_the_record: () => acts.offTheRecord(durationMs(COMMAND_DURATION)!, by, utterance),
      stop_listening: () => earmuffs(true),
      listen_again: () => earmuffs(false),
      chimes_off: () => chimes(false),
      chimes_on: () => chimes(true),
      action_item: () => this.#actionItem.start(utterance, spoken),
      end_action_item: () => this.#endActionItem(utterance, before),
      decision: () => this.#highlight('decision', spoken, utterance, before),
      follow_up: () => this.#highlight('follow_up', spoken, utterance, before),
      note: () => this.#highlight('note', spoken, utterance, before),
      highlight: () => this.#highlight('highlight', spoken, utterance, before),
      thanks: () => nothingToUndo(acts.announce(thanks())),
      goodbye: () => nothingToUndo(acts.announce(durable('goodbye'))),
    }
    const undo = orders[spoken.intent]()
    if (before && spoken.intent !== 'off_the_record')
      this.#recent = [...this.#recent, { ...utterance, text: before }].slice(-REMEMBERED)
    return undo
  }

  /** What is before the command in the same breath is its last part. */
  #endActionItem(utterance: SpokenText, before: string): Undo | undefined {
    if (before) this.#actionItem.add({ ...utterance, text: before })
    return this.#actionItem.endByCall(utterance, () =>
      this.#recent.filter(({ startMs }) => startMs >= utterance.endMs),
    )
  }

  /** What follows the command, what is before it in the same breath, or what was said last. */
  #highlight(
    label: SpokenHighlight['label'],
    spoken: SpokenIntent,
    utterance: SpokenText,
    before: string,
  ): Undo {
    const { trigger: triggerWord, rest } = spoken
    const own = wordCount(rest) >= MIN_WORDS ? rest : wordCount(before) >= MIN_WORDS ? before : undefined
    const last = this.#recent.at(-1)
    const meant =
      own !== undefined || !last || utterance.startMs - last.endMs > LOOK_BACK_MS
        ? { ...utterance, text: own ?? utterance.text }
        : last
    const id = this.acts.highlight({
      label,
      text: meant.text,
      startMs: meant.startMs,
      endMs: Math.max(meant.endMs, meant.startMs),
      csis: [meant.csi],
      triggerWord,
    })
    return by => {
      this.acts.removeHighlight(id, by)
      return {}
    }
  }
}

/** Says something, which no one can take back. */
const nothingToUndo = (_: unknown): undefined => undefined
const taken = (hasChanged: boolean): UndoResult | undefined => (hasChanged ? {} : undefined)

const thanks = () =>
  durable('eva_thanks', {
    command_response: {
      intent: 'thanks',
      slots: [{ name: RESPONSE_SLOT, value: texts.eva.youAreWelcome }],
    },
  })
