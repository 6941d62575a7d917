import {
  type EditedShardRead,
  INPUT_THROTTLE_MS,
  type ShardVersionWire,
  texts,
  type Unusable,
  type VersionKind,
} from '@livetap/contract'
import { ApiError, toError } from '../api-error'
import type { Notices } from '../notices'
import type { Scope } from '../scope'
import { Store } from '../store'
import type { DraftStore } from './draft-store'
import { type Throttled, throttled } from './throttled'
import type { TrainingCalls } from './training-calls'

export type ShardEditPhase = 'clean' | 'dirty' | 'saving' | 'saved' | 'failed' | 'conflict'

export interface ShardEditState {
  readonly phase: ShardEditPhase
  /** What is in the field. */
  readonly text: string
  /** What is on the server, as far as is known here. */
  readonly saved: string
  /** Of what is on the server; absent where that knows none. */
  readonly version?: number
  /** What another user made of it meanwhile. */
  readonly theirs: ShardVersionWire | undefined
  readonly error: Error | undefined
  readonly canUndo: boolean
  /** How the newest version came about; undefined for the recogniser's own text. */
  readonly kind: VersionKind | undefined
  /** The last save left the text as it stood. */
  readonly isConfirmed: boolean
  /** False where the browser could not keep the draft: a reload would lose it. */
  readonly isKept: boolean
  readonly unusable: Unusable | null
  readonly isMarking: boolean
}

/** The part of a shard that can be changed. A service may know its id alone. */
export interface Editable {
  readonly id: string
  readonly transcript?: string
  readonly version?: number
  readonly unusable?: Unusable | null
  /** Of its newest version; one of a list has all of them, the newest first. */
  readonly kind?: VersionKind
  readonly human_transcripts?: readonly { readonly kind?: VersionKind }[]
}

export interface ShardEditContext {
  readonly scope: Scope
  readonly calls: TrainingCalls
  readonly drafts: DraftStore
  readonly notify: Notices
  /** The region of the address; a text cannot be saved without one. */
  readonly region: string | undefined
  /** A text was saved, or a mark was set or taken away. */
  readonly onChanged?: () => void
}

/**
 * The text of one shard and what is being made of it. The draft lives in the browser's storage until it is
 * saved. A save names the version it was typed over, so that no one's text is replaced unseen.
 */
export class ShardEdit extends Store<ShardEditState> {
  readonly id: string
  /** What is typed arrives here at most 60 times per second; what acts on the text takes the rest over first. */
  readonly type: Throttled<string>
  /** Texts that saves of this session replaced; the newest last. */
  readonly #replaced: string[] = []
  /** The version that the field's text was typed over. */
  #base: number | undefined
  #saving: Promise<boolean> | undefined

  constructor(
    item: Editable,
    private readonly context: ShardEditContext,
  ) {
    const draft = context.drafts.read(item.id)
    const isDraft = draft !== undefined && draft.text.trim() !== (item.transcript ?? '').trim()
    super(opened(item, isDraft ? draft.text : undefined))
    this.id = item.id
    this.#base = isDraft ? draft.version : item.version
    this.type = throttled(context.scope, INPUT_THROTTLE_MS, text => this.change(text))
  }

  readonly change = (text: string): void => {
    const { phase, text: before, saved } = this.getSnapshot()
    if (text === before) return
    const isOpen = phase === 'conflict' || phase === 'saving'
    const next = text === saved ? 'clean' : 'dirty'
    this.set(isOpen ? { text } : { text, phase: next, error: undefined })
    this.#keep()
  }

  /** True when the text is on the server. Never rejects: the state says what is wrong. */
  readonly save = async (): Promise<boolean> => {
    this.type.flush()
    while (this.#saving) await this.#saving
    const { phase, text } = this.getSnapshot()
    if (phase === 'conflict' || text.trim() === '') return false
    const { region, notify } = this.context
    if (!region) {
      notify.error(texts.train.noRegion)
      return false
    }
    this.#saving = this.#send(region, text).finally(() => {
      this.#saving = undefined
    })
    return await this.#saving
  }

  /** Back to what is on the server; a dropped draft that was not empty can be brought back. */
  readonly cancel = (): void => {
    this.type.flush()
    const { phase, text, saved, version, theirs } = this.getSnapshot()
    if (phase === 'saving') return
    this.context.drafts.forget(this.id)
    const current = theirs ? { saved: theirs.transcript, version: theirs.version } : { saved, version }
    this.#base = current.version
    this.set({ ...current, text: current.saved, phase: 'clean', theirs: undefined, error: undefined })
    const dropped = text.trim()
    if (dropped !== '' && dropped !== current.saved.trim())
      this.context.notify.offerUndo({
        text: 'The draft was dropped',
        onUndo: () => this.change(text),
      })
  }

  /** Back to the text before the last save of this session; itself a version. */
  readonly undo = async (): Promise<void> => {
    const left = this.#replaced.length - 1
    const before = this.#replaced[left]
    if (before === undefined || !(await this.put(before))) return
    this.#replaced.length = left
    this.set({ canUndo: left > 0 })
  }

  /** Makes a text the shard's own: an earlier version, or the recogniser's. */
  readonly put = (text: string): Promise<boolean> => {
    this.type.flush()
    this.change(text)
    return this.save()
  }

  readonly resolve = async (choice: 'mine' | 'theirs'): Promise<void> => {
    const { theirs, phase } = this.getSnapshot()
    if (phase !== 'conflict' || !theirs) return
    if (choice === 'theirs') return this.cancel()
    this.#base = theirs.version
    this.set({ phase: 'dirty', saved: theirs.transcript, version: theirs.version, theirs: undefined })
    this.#keep()
    await this.save()
  }

  readonly markUnusable = (reason: string): Promise<void> =>
    this.#mark(() => this.context.calls.markUnusable(this.id, reason))

  readonly unmarkUnusable = (): Promise<void> =>
    this.#mark(async () => {
      await this.context.calls.unmarkUnusable(this.id)
      return null
    })

  async #send(region: string, text: string): Promise<boolean> {
    const before = this.getSnapshot().saved
    const wanted = text.trim()
    this.set({ phase: 'saving', error: undefined })
    try {
      const edited = await this.context.calls.save(region, this.id, wanted, this.#base)
      if (before.trim() !== wanted) this.#replaced.push(before)
      this.#markSaved(edited, text)
      this.set({ isConfirmed: before.trim() === wanted })
      this.context.onChanged?.()
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return this.#conflict(text)
      this.set({ phase: 'failed', error: toError(error) })
      return false
    }
  }

  async #conflict(text: string): Promise<boolean> {
    try {
      const [theirs] = await this.context.calls.versions(this.id)
      if (!theirs) throw new Error('The newer version could not be read')
      const isSame = theirs.transcript.trim() === text.trim()
      if (isSame) this.#markSaved(theirs, text)
      else this.set({ phase: 'conflict', theirs })
      return isSame
    } catch (error) {
      this.set({ phase: 'failed', error: toError(error) })
      return false
    }
  }

  /** `sent` is what was in the field: what is typed since is a draft over the new version. */
  #markSaved({ transcript, version, kind }: EditedShardRead, sent: string): void {
    const isTyped = this.getSnapshot().text !== sent
    const canUndo = this.#replaced.length > 0
    this.#base = version
    const phase = isTyped ? 'dirty' : 'saved'
    const saved = transcript ?? sent.trim()
    this.set({ saved, version, kind, canUndo, isConfirmed: false, phase })
    this.#keep()
  }

  #keep(): void {
    const { text, saved } = this.getSnapshot()
    const { drafts } = this.context
    if (text.trim() === saved.trim()) drafts.forget(this.id)
    else this.set({ isKept: drafts.write(this.id, { text, version: this.#base }) })
  }

  async #mark(call: () => Promise<Unusable | null>): Promise<void> {
    if (this.getSnapshot().isMarking) return
    this.set({ isMarking: true })
    try {
      this.set({ unusable: await call() })
      this.context.onChanged?.()
    } catch (error) {
      const { message } = toError(error)
      const trackingId = error instanceof ApiError ? error.trackingId : undefined
      this.context.notify.error(message, { trackingId })
    } finally {
      this.set({ isMarking: false })
    }
  }
}

const opened = (
  { transcript = '', version, unusable = null, kind, human_transcripts }: Editable,
  draft: string | undefined,
): ShardEditState => ({
  phase: draft === undefined ? 'clean' : 'dirty',
  text: draft ?? transcript,
  saved: transcript,
  version,
  theirs: undefined,
  error: undefined,
  canUndo: false,
  kind: kind ?? human_transcripts?.[0]?.kind,
  isConfirmed: false,
  isKept: true,
  unusable,
  isMarking: false,
})
