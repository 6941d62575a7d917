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
import { durationMs } from '../off-the-record'
import type { Announcement } from '../outbox/outbox'
import { ActionItem } from './action-item'
import { Calls } from './calls'
import type { EvaActs, HeardHighlight, Said, TakeBack, TakenBack } from './eva-acts'

/** After the wake phrase alone, how long the command may take to come. */
const LISTENING_MS = 8_000
/** Fewer words behind "highlight that" are not what is meant: what was said before is. */
const MIN_WORDS = 3
const REMEMBERED = 20
/** What "that" can mean. */
const LOOK_BACK_MS = 30_000
const VOICE = 'eva'

const wordCount = (text: string) => text.split(/\s+/).filter(Boolean).length
const told = (type: Announcement['type'], body: object = {}): Announcement => ({ type, body, durable: true })

export interface UndoneCall {
  phrase: string
  intent?: EvaIntent
  /** Absent where it had done nothing, or nothing that can be undone. */
  takenBack?: TakenBack
}

/** Listens for the wake phrase in what is said and does what it is asked. */
export class Eva {
  /** Announced, and not yet said to the end. */
  readonly #woken = new Set<string>()
  readonly #calls = new Calls()
  /** Voices that said only the wake phrase: until when they are listened to, and by which call. */
  readonly #listening = new Map<string, { untilMs: number; callId: string }>()
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

  /** An interim may have proposed a call; what is said to the end decides. */
  final(said: Said): void {
    const { spoken, woken, wake } = this.#read(said)
    const callId = woken ? said.id : this.#listening.get(said.streamId)?.callId
    this.#listening.delete(said.streamId)
    if (woken) this.#wake(said, wake!.phrase)
    else this.#takeBackProposal(said.id)
    this.#woken.delete(said.id)
    if (spoken) {
      const takeBack = this.#obey(spoken, said, wake?.before ?? '')
      if (callId) this.#calls.obeyed(callId, spoken.intent, takeBack)
    } else {
      if (woken) this.#listening.set(said.streamId, { untilMs: said.endMs + LISTENING_MS, callId: said.id })
      this.#talk(said)
    }
  }

  isUndone(id: string): boolean {
    return this.#calls.isUndone(id)
  }

  /** Somebody says that a call was not meant; undefined where no such call is known. */
  undo(id: string, by: string): UndoneCall | undefined {
    const call = this.#calls.take(id)
    if (!call) return undefined
    const { phrase, intent, streamId, takeBack } = call
    if (this.#listening.get(streamId)?.callId === id) this.#listening.delete(streamId)
    const takenBack = takeBack?.(by)
    return { phrase, ...(intent && { intent }), ...(takenBack && { takenBack }) }
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
    this.#calls.add({ id: said.id, streamId: said.streamId, phrase })
    this.acts.announce(told('eva_wake', { data: { trigger_word: phrase, csi: said.csi, call_id: said.id } }))
  }

  #takeBackProposal(id: string): void {
    if (!this.#woken.has(id) || !this.#calls.take(id)) return
    this.acts.announce(told('eva_call_undone', { data: { call_id: id, reason: 'not_confirmed' } }))
  }

  #read(said: Said): { wake?: Wake; woken: boolean; spoken?: SpokenIntent } {
    const wake = findCall(said.text, said.callHeard)
    const listened = said.startMs <= (this.#listening.get(said.streamId)?.untilMs ?? -1)
    const spoken = wake ? commandBehind(wake) : listened ? readIntent(said.text) : undefined
    if (this.acts.isMuffled() && spoken?.intent !== 'listen_again') return { woken: false }
    return { ...(wake && { wake }), woken: wake !== undefined, ...(spoken && { spoken }) }
  }

  #talk(said: Said): void {
    this.#actionItem.add(said)
    this.#recent = [...this.#recent, said].slice(-REMEMBERED)
  }

  #obey(spoken: SpokenIntent, said: Said, before: string): TakeBack | undefined {
    const by = `${VOICE}:${said.streamId}`
    const { acts } = this
    const earmuffs = (on: boolean) =>
      acts.setEarmuffs(on, by) ? (undoer: string) => taken(acts.setEarmuffs(!on, undoer)) : undefined
    const chimes = (on: boolean) =>
      acts.setChimes(on, by) ? (undoer: string) => taken(acts.setChimes(!on, undoer)) : undefined
    const orders: Record<EvaIntent, () => TakeBack | undefined> = {
      off_the_record: () => acts.offTheRecord(durationMs(COMMAND_DURATION)!, by, said),
      stop_listening: () => earmuffs(true),
      listen_again: () => earmuffs(false),
      chimes_off: () => chimes(false),
      chimes_on: () => chimes(true),
      action_item: () => this.#actionItem.start(said, spoken),
      end_action_item: () => this.#endActionItem(said, before),
      decision: () => this.#highlight('decision', spoken, said, before),
      follow_up: () => this.#highlight('follow_up', spoken, said, before),
      note: () => this.#highlight('note', spoken, said, before),
      highlight: () => this.#highlight('highlight', spoken, said, before),
      thanks: () => nothingToUndo(acts.announce(thanks())),
      goodbye: () => nothingToUndo(acts.announce(told('goodbye'))),
    }
    const takeBack = orders[spoken.intent]()
    if (before && spoken.intent !== 'off_the_record')
      this.#recent = [...this.#recent, { ...said, text: before }].slice(-REMEMBERED)
    return takeBack
  }

  /** What stands before the command in the same breath is its last part. */
  #endActionItem(said: Said, before: string): TakeBack | undefined {
    if (before) this.#actionItem.add({ ...said, text: before })
    return this.#actionItem.endByCall(said, () => this.#recent.filter(({ startMs }) => startMs >= said.endMs))
  }

  /** What follows the command, what stands before it in the same breath, or what was said last. */
  #highlight(label: HeardHighlight['label'], spoken: SpokenIntent, said: Said, before: string): TakeBack {
    const { trigger: triggerWord, rest } = spoken
    const own = wordCount(rest) >= MIN_WORDS ? rest : wordCount(before) >= MIN_WORDS ? before : undefined
    const last = this.#recent.at(-1)
    const meant =
      own !== undefined || !last || said.startMs - last.endMs > LOOK_BACK_MS
        ? { ...said, text: own ?? said.text }
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

/** Says something, which nobody can take back. */
const nothingToUndo = (_: unknown): undefined => undefined
const taken = (hasChanged: boolean): TakenBack | undefined => (hasChanged ? {} : undefined)

const thanks = () =>
  told('eva_thanks', {
    command_response: {
      intent: 'thanks',
      slots: [{ name: RESPONSE_SLOT, value: texts.eva.youAreWelcome }],
    },
  })
