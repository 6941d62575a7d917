import type { LiveStream } from './live-stream'
import type { StreamRecord } from './live-streams.store'

export interface MicrophonesOptions {
  streams: () => readonly LiveStream[]
  isConnected: (clientId: string) => boolean
  changed: (stream: LiveStream) => void
}

/** Which microphones of a meeting several people share. */
export class Microphones {
  /** By client, where a user said so. */
  readonly #settings = new Map<string, boolean>()

  constructor(private readonly options: MicrophonesOptions) {}

  sharedSettingOf(clientId: string): boolean | null {
    const before = this.options.streams().find(({ record }) => record.clientId === clientId)
    return this.#settings.get(clientId) ?? before?.record.shared ?? null
  }

  /** No other participant has one; what the same person left behind by loading the page again does not count. */
  isOnlyOne({ clientId, userId }: StreamRecord): boolean {
    return this.options
      .streams()
      .every(
        ({ record: other }) =>
          other.clientId === clientId ||
          (other.userId === userId && !this.options.isConnected(other.clientId)),
      )
  }

  /** Its owner says whether several people share it; false where that is known. */
  share(clientId: string, isShared: boolean): boolean {
    if (this.sharedSettingOf(clientId) === isShared) return false
    this.#settings.set(clientId, isShared)
    for (const { record, microphone } of this.options.streams())
      if (record.clientId === clientId) microphone.share(isShared)
    this.look()
    return true
  }

  /** Called periodically: people come and go. The current sentence is recognised to its end as it began. */
  look(): void {
    for (const stream of this.options.streams()) {
      if (!stream.microphone.hasChanged()) continue
      stream.relistenInPause()
      this.options.changed(stream)
    }
  }
}
