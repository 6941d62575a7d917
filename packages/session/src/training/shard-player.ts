import type { Notices } from '../notices'
import type { MediaElement } from '../replay/player/media-element'
import { Player } from '../replay/player/player'
import type { Scope } from '../scope'
import { Store } from '../store'

export interface Playable {
  readonly id: string
  readonly uri: string
  readonly lengthMs: number
}

export interface ShardPlayerOptions {
  scope: Scope
  createMedia: () => MediaElement
  notify: Notices
  /** Another address for the sound of a shard whose signed one has expired. */
  renewUri: (id: string) => Promise<string>
}

/**
 * The sound of one shard at a time. Setting up another one destroys the player of the former first; toggling at
 * the end begins at 0 again. Speed and volume stay from one to the next.
 */
export class ShardPlayer extends Store<{ readonly id: string | undefined }> {
  readonly player: Player
  readonly #options: ShardPlayerOptions
  #ready: Promise<boolean> | undefined

  constructor(options: ShardPlayerOptions) {
    super({ id: undefined })
    this.#options = options
    this.player = new Player(options.scope, options.createMedia)
  }

  readonly toggle = (item: Playable): Promise<void> => this.#command(item, () => this.player.toggle())

  /** From its start, regardless of what it does now. */
  readonly replay = (item: Playable): Promise<void> =>
    this.#command(item, () => {
      this.player.seek(0)
      return this.player.play()
    })

  readonly seek = (item: Playable, ms: number): Promise<void> =>
    this.#command(item, () => this.player.seek(Math.max(0, Math.min(ms, item.lengthMs))))

  readonly pause = (): void => {
    if (this.player.isReady) this.player.pause()
  }

  readonly release = (): void => {
    this.#ready = undefined
    this.player.destroy()
    this.set({ id: undefined })
  }

  async #command(item: Playable, run: () => unknown): Promise<void> {
    if (!(await this.#setUp(item))) return
    try {
      await run()
    } catch (error) {
      this.#options.notify.error(messageOf(error))
    }
  }

  /** False where it failed, or another one was chosen meanwhile. */
  async #setUp(item: Playable): Promise<boolean> {
    const isThis = this.getSnapshot().id === item.id && this.player.getSnapshot().phase !== 'failed'
    if (!isThis || !this.#ready) {
      this.#ready = this.#init(item)
      this.set({ id: item.id })
    }
    return (await this.#ready) && this.getSnapshot().id === item.id
  }

  async #init(item: Playable): Promise<boolean> {
    try {
      await this.player.init(item.uri, item.lengthMs, () => this.#options.renewUri(item.id))
      return true
    } catch (error) {
      if (this.getSnapshot().id === item.id) this.#options.notify.error(messageOf(error))
      return false
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
