import { type HighlightCreate, texts } from '@livetap/contract'
import {
  buildHighlights,
  type Highlight,
  highlightToWire,
  renameSpeaker,
  replaceUtterance,
  type TimeRange,
} from '@livetap/transcript'
import { reportOf } from '../../api-error'
import type { Notices } from '../../notices'
import type { PastCalls } from '../past-calls'
import type { Replay } from '../replay'

/** Another text for an utterance. */
export interface TextChange {
  readonly id: string
  readonly text: string
}

/** More steps back than this are forgotten. */
const UNDO_STEPS = 50

/** Speakers' names and highlights: changed on the server first, then here. */
export class PastEdits {
  readonly #undo: (() => Promise<unknown>)[] = []

  constructor(
    private readonly replay: Replay,
    private readonly calls: PastCalls,
    private readonly userName: string,
    private readonly notify: Notices,
  ) {}

  /** Takes back the last change but those of a text; false when there is none. */
  readonly undo = async (): Promise<boolean> => {
    const step = this.#undo.pop()
    await step?.()
    return step !== undefined
  }

  /** Rejects with what went wrong, for the place where it was asked; an empty name gives the number back. */
  readonly renameSpeaker = async (speakerId: string, name: string): Promise<void> => {
    const before = this.replay.getSnapshot().transcript?.speakerNames.get(speakerId)?.name ?? ''
    await this.#rename(speakerId, name)
    if (before !== name) this.remember(() => this.#rename(speakerId, before).catch(() => {}))
  }

  readonly createHighlight = async (text: string, range: TimeRange): Promise<boolean> => {
    const { highlightCreated, highlightCreateError } = texts.live
    const isDone = await this.#attempt(highlightCreateError, () => this.#create(text, range))
    if (isDone) this.notify.success(highlightCreated)
    return isDone
  }

  readonly deleteHighlight = async (id: string): Promise<boolean> => {
    const highlight = this.replay.storedHighlights.find(one => one.id === id)
    const isDone = await this.#attempt(texts.live.highlightDeleteError, async () => {
      await this.calls.deleteHighlight(id)
      this.replay.setHighlights(this.replay.storedHighlights.filter(one => one.id !== id))
    })
    if (!isDone || !highlight) return isDone
    this.notify.success(texts.live.highlightDeleted)
    const undo = this.remember(() => {
      withdraw()
      return this.#attempt(texts.live.highlightCreateError, () =>
        this.#create(highlight.text, highlight, highlight),
      )
    })
    const withdraw = this.notify.offerUndo({
      text: `Deleted the highlight “${highlight.text}”`,
      onUndo: undo,
    })
    return true
  }

  /**
   * Other texts for several utterances, one after the other; rejects at the first that is refused, with those before it
   * changed. One step back takes all of them back.
   */
  readonly replaceTexts = async (changes: readonly TextChange[]): Promise<void> => {
    const before: TextChange[] = []
    try {
      for (const { id, text } of changes) {
        const was = this.replay.utterance(id)?.text
        if (was === undefined || was === text || text.trim() === '') continue
        await this.#edit(id, text)
        before.unshift({ id, text: was })
      }
    } finally {
      if (before.length > 0) this.remember(() => this.#putBack(before))
    }
  }

  async #putBack(changes: readonly TextChange[]): Promise<void> {
    for (const { id, text } of changes) await this.#edit(id, text).catch(() => {})
  }

  async #edit(id: string, text: string): Promise<void> {
    const utterance = this.replay.utterance(id)
    if (!utterance) return
    const saved = await this.calls.edit(id, { text, version: utterance.version })
    this.replay.editTranscript(transcript => replaceUtterance(transcript, saved))
  }

  async #rename(speakerId: string, name: string): Promise<void> {
    const answer = await this.calls.renameSpeaker(speakerId, name)
    const { renamed_by: renamedBy, renamed_at: renamedAt } = answer
    const speaker = { name: answer.name, renamedBy, renamedAt }
    this.replay.editTranscript(transcript => renameSpeaker(transcript, speakerId, speaker))
  }

  async #create(text: string, range: TimeRange, restored?: Highlight): Promise<void> {
    const was = restored && highlightToWire(restored)
    const body: HighlightCreate = {
      meeting_id: this.calls.meetingId,
      timestamp: Date.now(),
      highlight: {
        text,
        start_millis: Math.round(range.startMs),
        end_millis: Math.round(range.endMs),
        trigger_info: { type: 'manual', trigger_by: this.userName },
      },
      highlight_id: was?.id ?? crypto.randomUUID(),
      restored: was && {
        csis: was.csis,
        highlight_source: was.highlight_source,
        highlight_label: was.highlight_label,
        trigger_info: was.trigger_info,
      },
    }
    const created = await this.calls.createHighlight(body)
    this.replay.setHighlights(
      buildHighlights([...this.replay.storedHighlights.map(highlightToWire), created]),
    )
  }

  /** Remembers a step back; gives what takes this very step, once, from wherever it is asked. */
  remember(step: () => Promise<unknown>): () => void {
    this.#undo.push(step)
    if (this.#undo.length > UNDO_STEPS) this.#undo.shift()
    return () => {
      const at = this.#undo.indexOf(step)
      if (at < 0) return
      this.#undo.splice(at, 1)
      void step()
    }
  }

  async #attempt(failed: string, run: () => Promise<void>): Promise<boolean> {
    try {
      await run()
      return true
    } catch (error) {
      this.notify.error(failed, reportOf(error)[1])
      return false
    }
  }
}
