import type { Scope } from '../scope'
import type { PastCalls } from './past-calls'
import type { PastState } from './past-state'
import { ProcessingWatch } from './processing-progress'
import type { Replay } from './replay'
import { untilImproved } from './until-improved'

export interface PastDetailParts {
  replay: Replay
  calls: PastCalls
  state: () => PastState
  set: (change: Partial<PastState>) => void
}

/** Title, length, stages of processing. Ours, not the documents': a server without it costs those and nothing else. */
export class PastDetail {
  readonly #processing = new ProcessingWatch()
  #first: Promise<void> | undefined

  constructor(private readonly parts: PastDetailParts) {}

  /** Never rejects. */
  readFirst(scope: Scope): Promise<void> {
    this.#first = this.refresh(scope)
    return this.#first
  }

  /** Resolves when the first answer is there, or cannot be had. */
  async known(): Promise<void> {
    await this.#first
  }

  /** Never rejects. */
  async refresh(scope: Scope): Promise<void> {
    const { replay, calls, set } = this.parts
    try {
      const detail = await calls.detail(scope.signal)
      const isProcessing = detail.status === 'processing'
      const processing = isProcessing ? this.#processing.look(detail, performance.now()) : undefined
      set({ detail, processing })
      if (detail.duration) replay.setMeetingLength(detail.duration)
    } catch {}
  }

  /** Says so when a better text than the one shown is there. */
  async watchText(scope: Scope): Promise<void> {
    const { state, set } = this.parts
    await this.known()
    const enhancement = () => state().detail?.enhancement
    const look = async () => {
      await this.refresh(scope)
      return enhancement()
    }
    const isImproved = await untilImproved(enhancement(), look, scope).catch(() => false)
    if (isImproved && !scope.disposed) set({ isTextImproved: true })
  }
}
