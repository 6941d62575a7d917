import type { ShardOrder, TrainingProgress } from '@livetap/contract'
import { Store } from '../store'
import type { ListedShard } from './listed-shard'
import type { Playable } from './shard-player'
import type { TrainingFilter } from './training-calls'
import { TrainingList } from './training-list'
import { TrainingRoom, type TrainingRoomOptions } from './training-room'

export interface TrainingSessionState {
  /** The shard that the keys are about; -1 before there is one. */
  readonly current: number
  /** Grows with every step by keyboard, so that a screen can move the focus after it. */
  readonly steps: number
  readonly progress: TrainingProgress | undefined
}

export interface TrainingSessionOptions extends TrainingRoomOptions {
  region: string
  filter: TrainingFilter
  order?: ShardOrder
  now?: () => Date
}

/** Several saves in a row ask for the progress once. */
const PROGRESS_MS = 1000

export const playableOf = ({ id, uri, metadata }: ListedShard): Playable => ({
  id,
  uri,
  lengthMs: metadata.length_ms,
})

/** A trainer's work on the shards of a region: one after the other, by keyboard. */
export class TrainingSession extends Store<TrainingSessionState> {
  readonly room: TrainingRoom
  readonly list: TrainingList
  readonly #options: TrainingSessionOptions
  #stopTimer: (() => void) | undefined

  constructor(options: TrainingSessionOptions) {
    super({ current: -1, steps: 0, progress: undefined })
    this.#options = options
    this.room = new TrainingRoom(options, () => this.#progressSoon())
    const { region, filter, order, notify } = options
    const { scope, calls } = this.room
    this.list = new TrainingList({ scope, calls, notify, region, filter, order })
  }

  readonly start = async (): Promise<void> => {
    void this.#readProgress()
    await this.list.load()
    if (this.list.getSnapshot().items.length > 0) this.set({ current: 0 })
  }

  get item(): ListedShard | undefined {
    return this.list.getSnapshot().items[this.getSnapshot().current]
  }

  /** Chosen by mouse or focus: the focus is there already. */
  readonly choose = (index: number): void => this.set({ current: index })

  readonly step = async (by: 1 | -1): Promise<boolean> => {
    const next = this.getSnapshot().current + by
    if (next >= this.list.getSnapshot().items.length) await this.list.more()
    if (next < 0 || next >= this.list.getSnapshot().items.length) return false
    this.set({ current: next, steps: this.getSnapshot().steps + 1 })
    return true
  }

  readonly togglePlay = (): void => {
    if (this.item) void this.room.player.toggle(playableOf(this.item))
  }

  readonly replay = (): void => {
    if (this.item) void this.room.player.replay(playableOf(this.item))
  }

  readonly save = async (): Promise<boolean> => {
    const { item } = this
    return item !== undefined && (await this.room.edits.of(item).save())
  }

  /** The next one plays while the save is still on its way; one that fails is announced, and keeps its draft. */
  readonly saveAndNext = async (): Promise<void> => {
    const { item } = this
    if (!item) return
    const edit = this.room.edits.of(item)
    edit.type.flush()
    const { phase, text } = edit.getSnapshot()
    if (phase === 'conflict' || text.trim() === '') return
    const number = this.getSnapshot().current + 1
    void edit.save().then(isSaved => {
      if (!isSaved) this.#options.notify.warning(notSaved(number, edit.getSnapshot().theirs?.created_by))
    })
    if (await this.step(1)) this.replay()
    else this.#options.notify.info('This is the last utterance of the list')
  }

  readonly undo = async (): Promise<void> => {
    if (this.item) await this.room.edits.of(this.item).undo()
  }

  readonly dispose = (): void => this.room.dispose()

  #progressSoon(): void {
    this.#stopTimer?.()
    this.#stopTimer = this.room.scope.timeout(() => void this.#readProgress(), PROGRESS_MS)
  }

  async #readProgress(): Promise<void> {
    const { region, now = () => new Date() } = this.#options
    const since = now()
    since.setHours(0, 0, 0, 0)
    try {
      this.set({ progress: await this.room.calls.progress(region, since, this.room.scope.signal) })
    } catch {
      // The work goes on without the count.
    }
  }
}

const notSaved = (number: number, by: string | undefined): string =>
  by === undefined
    ? `Utterance ${number} was not saved; its text is kept`
    : `${by} has changed utterance ${number} meanwhile; your text is kept`
