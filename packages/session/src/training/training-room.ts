import type { Neighbours } from '@livetap/contract'
import type { ApiClient } from '../api-client'
import type { Notices } from '../notices'
import type { MediaElement } from '../replay/player/media-element'
import { Scope } from '../scope'
import { type DraftStorage, DraftStore } from './draft-store'
import { ShardEdits } from './shard-edits'
import { ShardPlayer } from './shard-player'
import { TrainingCalls } from './training-calls'

export interface TrainingRoomOptions {
  api: ApiClient
  userId: string
  storage: DraftStorage
  createMedia: () => MediaElement
  notify: Notices
  /** Undefined where the address names none. */
  region: string | undefined
}

const MAX_NEIGHBOURS = 1000

/** What every training screen has: texts that can be changed, and their sound. */
export class TrainingRoom {
  readonly scope = new Scope()
  readonly calls: TrainingCalls
  readonly edits: ShardEdits
  readonly player: ShardPlayer
  readonly #neighbours = new Map<string, Promise<Neighbours>>()

  constructor(
    { api, userId, storage, createMedia, notify, region }: TrainingRoomOptions,
    onChanged?: () => void,
  ) {
    this.calls = new TrainingCalls(api)
    this.edits = new ShardEdits({
      scope: this.scope,
      calls: this.calls,
      drafts: new DraftStore(storage, userId),
      notify,
      region,
      onChanged,
    })
    this.player = new ShardPlayer({
      scope: this.scope,
      createMedia,
      notify,
      renewUri: id => this.calls.soundOf(id),
    })
  }

  /** What was said around a shard; asked once for each. */
  readonly neighbours = (id: string): Promise<Neighbours> => {
    const cached = this.#neighbours.get(id)
    if (cached) return cached
    const asked = this.calls.neighbours(id, this.scope.signal)
    asked.catch(() => this.#neighbours.delete(id))
    if (this.#neighbours.size >= MAX_NEIGHBOURS) this.#neighbours.clear()
    this.#neighbours.set(id, asked)
    return asked
  }

  /** Saves under way are finished all the same. */
  readonly dispose = (): void => this.scope.dispose()
}
