import type { UtteranceVersion } from '@livetap/contract'
import { replaceUtterance, type TimeRange } from '@livetap/transcript'
import { ApiError, toError } from '../../api-error'
import type { Scope } from '../../scope'
import { Store } from '../../store'
import type { PastCalls } from '../past-calls'
import type { Replay } from '../replay'

export type EditPhase = 'closed' | 'clean' | 'dirty' | 'saving' | 'saved' | 'failed' | 'conflict'

export interface EditState {
  readonly phase: EditPhase
  /** The utterance being corrected. */
  readonly id: string | undefined
  readonly text: string
  /** What another user made of it meanwhile. */
  readonly theirs: UtteranceVersion | undefined
  readonly error: Error | undefined
}

/** A text with its place in the meeting. */
export interface Draft extends TimeRange {
  readonly id: string
  readonly text: string
}

/** A pause in typing this long is worth a save. */
export const AUTOSAVE_MS = 1500

const closed: EditState = { phase: 'closed', id: undefined, text: '', theirs: undefined, error: undefined }

/**
 * Corrects one utterance at a time. The draft lives here and not in a row, so that scrolling away or a stray
 * click loses nothing: it is saved after a pause, when the editor closes, and before the screen is left.
 */
export class UtteranceEditor extends Store<EditState> {
  /** Texts that saves of this session replaced, by utterance; the newest last. */
  readonly #replaced = new Map<string, string[]>()
  /** The text that was there when the editor was opened. */
  #opened = ''
  #stopTimer: (() => void) | undefined
  #saving: Promise<void> | undefined

  constructor(
    private readonly scope: Scope,
    private readonly replay: Replay,
    private readonly calls: PastCalls,
  ) {
    super(closed)
  }

  readonly open = async (id: string): Promise<void> => {
    if (this.getSnapshot().id === id) return
    await this.close()
    const utterance = this.replay.utterance(id)
    if (!utterance) return
    this.#opened = utterance.text
    this.set({ ...closed, phase: 'clean', id, text: utterance.text })
  }

  readonly change = (text: string): void => {
    const { id, phase } = this.getSnapshot()
    if (id === undefined) return
    this.set(phase === 'conflict' ? { text } : { text, phase: 'dirty', error: undefined })
    if (phase === 'conflict') return
    this.#stopTimer?.()
    this.#stopTimer = this.scope.timeout(() => void this.save(), AUTOSAVE_MS)
  }

  /** Saves what is unsaved and closes, unless the draft needs a decision. */
  readonly close = async (): Promise<void> => {
    await this.save()
    const { phase } = this.getSnapshot()
    if (phase !== 'conflict' && phase !== 'failed') this.set(closed)
  }

  /** Drops the draft, and what it saved by itself on the way: the text is again what it was at the opening. */
  readonly cancel = async (): Promise<void> => {
    this.#stopTimer?.()
    while (this.#saving) await this.#saving
    const { id, phase } = this.getSnapshot()
    if (id === undefined) return
    const isSaved = this.replay.utterance(id)?.text.trim() === this.#opened.trim()
    if (isSaved || phase === 'conflict') this.set(closed)
    else await this.put(id, this.#opened, false)
    if (this.getSnapshot().phase === 'saved') this.set(closed)
  }

  readonly save = async (): Promise<void> => {
    this.#stopTimer?.()
    while (this.#saving) await this.#saving
    const { id, phase, text } = this.getSnapshot()
    if (id === undefined || (phase !== 'dirty' && phase !== 'failed')) return
    this.#saving = this.#send(id, text).finally(() => {
      this.#saving = undefined
    })
    await this.#saving
    if (this.getSnapshot().phase === 'dirty') await this.save()
  }

  /** Everything typed is on the server, or needs the user. */
  readonly flush = (): Promise<void> => this.save()

  /** What was typed and is not on the server. */
  readonly unsaved = (): Draft | undefined => {
    const { id, text, phase } = this.getSnapshot()
    const utterance = id === undefined ? undefined : this.replay.utterance(id)
    if (!utterance || (phase !== 'dirty' && phase !== 'failed' && phase !== 'conflict')) return undefined
    return { text, id: utterance.id, startMs: utterance.startMs, endMs: utterance.endMs }
  }

  /** Goes on with a draft in another transcript: at its utterance, else at the one that was said at its time. */
  readonly resume = ({ text, ...place }: Draft): void => {
    const utterances = this.replay.getSnapshot().transcript?.utterances ?? []
    const shared = ({ startMs, endMs }: TimeRange) =>
      Math.min(endMs, place.endMs) - Math.max(startMs, place.startMs)
    const [nearest] = utterances.toSorted((a, b) => shared(b) - shared(a))
    const utterance = this.replay.utterance(place.id) ?? nearest
    this.#opened = utterance?.text ?? ''
    this.set(utterance ? { ...closed, phase: 'dirty', id: utterance.id, text } : closed)
  }

  /** Around the change to another transcript: the line in hand stays open, with what was typed or what it says now. */
  carryOver(change: () => void): void {
    const draft = this.unsaved()
    const { id, phase } = this.getSnapshot()
    change()
    if (draft) this.resume(draft)
    if (draft || id === undefined || phase === 'saving') return
    const utterance = this.replay.utterance(id)
    this.#opened = utterance?.text ?? ''
    this.set(utterance ? { ...closed, phase: 'clean', id, text: utterance.text } : closed)
  }

  /** The line has another shape now: its draft is what is there. */
  readonly reopen = async (id: string): Promise<void> => {
    this.set(closed)
    await this.open(id)
  }

  /** Texts that these lines had are no longer theirs to go back to. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.#replaced.delete(id)
  }

  readonly canUndo = (id: string): boolean => (this.#replaced.get(id)?.length ?? 0) > 0

  /** Back to the text before the last save of this session; itself a version. */
  readonly undo = async (id: string): Promise<void> => {
    const before = this.#replaced.get(id)?.pop()
    if (before !== undefined) await this.put(id, before, false)
  }

  /** Makes a text the utterance's own: an earlier version, or the recogniser's. */
  readonly put = async (id: string, text: string, remembers = true): Promise<void> => {
    await this.open(id)
    if (this.getSnapshot().id !== id) return
    this.set({ text, phase: 'dirty', error: undefined })
    const before = [...(this.#replaced.get(id) ?? [])]
    await this.save()
    if (!remembers) this.#replaced.set(id, before)
  }

  readonly resolve = async (choice: 'mine' | 'theirs'): Promise<void> => {
    const { id, theirs, text, phase } = this.getSnapshot()
    if (phase !== 'conflict' || id === undefined || !theirs) return
    try {
      await this.#reload(id)
    } catch (error) {
      return this.set({ error: toError(error) })
    }
    if (choice === 'theirs')
      return this.set({ ...closed, phase: 'clean', id, text: this.replay.utterance(id)?.text ?? text })
    this.set({ phase: 'dirty', theirs: undefined })
    await this.save()
  }

  async #send(id: string, text: string): Promise<void> {
    const before = this.replay.utterance(id)
    if (!before) return this.set(closed)
    const wanted = text.trim()
    if (wanted === before.text.trim()) return this.set({ phase: 'saved' })
    if (wanted === '') return this.set({ phase: 'failed', error: new Error('An utterance cannot be empty') })
    this.set({ phase: 'saving', error: undefined })
    try {
      const saved = await this.calls.edit(id, { text: wanted, version: before.version })
      this.#replaced.set(id, [...(this.#replaced.get(id) ?? []), before.text])
      this.#place(saved)
      this.set({ phase: this.getSnapshot().text === text ? 'saved' : 'dirty' })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return this.#conflict(id, wanted)
      this.set({ phase: 'failed', error: toError(error) })
    }
  }

  async #conflict(id: string, wanted: string): Promise<void> {
    try {
      const [theirs] = await this.calls.versions(id)
      if (theirs?.text !== wanted) return this.set({ phase: 'conflict', theirs })
      await this.#reload(id)
      this.set({ phase: 'saved' })
    } catch (error) {
      this.set({ phase: 'failed', error: toError(error) })
    }
  }

  async #reload(id: string): Promise<void> {
    const offset = this.replay.getSnapshot().transcript?.utterances.findIndex(one => one.id === id) ?? -1
    if (offset < 0) return
    const { results } = await this.calls.transcript(this.scope.signal, { offset, limit: 1 })
    const found = results.find(result => (result as { id?: unknown }).id === id)
    if (found) this.#place(found as { id: string })
  }

  #place(wire: { id: string }): void {
    this.replay.editTranscript(transcript => replaceUtterance(transcript, wire))
  }
}
