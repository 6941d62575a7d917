import { type HotwordCommand, type HotwordCommandName, hotwordCommandSchema } from '@livetap/contract'
import { HotwordError } from './hotword-error'
import type { HotwordLink } from './hotword-link'
import type { HotwordEvent } from './hotword-snapshot'

export interface CommandSenderOptions {
  meetingId: string
  now: () => number
  link: () => HotwordLink | undefined
  onEvent: (event: HotwordEvent) => void
  log?: ((text: string, detail?: unknown) => void) | undefined
}

/** Commands to the hotword service. One that is invalid or cannot be sent is reported and never thrown. */
export class CommandSender {
  constructor(private readonly options: CommandSenderOptions) {}

  command(type: HotwordCommandName, more: Partial<HotwordCommand> = {}): boolean {
    return this.send({ type, meeting: this.options.meetingId, ts: this.options.now(), ...more })
  }

  /** The defaults of the contract are filled in. */
  send(payload: unknown): boolean {
    const parsed = hotwordCommandSchema.safeParse(payload)
    if (!parsed.success) return this.#refuse('bad_command', parsed.error)
    const link = this.options.link()
    if (!link?.isOpen) return this.#refuse('not_connected')
    try {
      link.send(JSON.stringify(parsed.data))
    } catch (error) {
      return this.#refuse('not_connected', error)
    }
    this.options.onEvent({ type: 'send_success', command: parsed.data.type })
    return true
  }

  #refuse(reason: 'bad_command' | 'not_connected', cause?: unknown): false {
    const error = new HotwordError(reason, { cause })
    this.options.log?.(error.message, cause)
    this.options.onEvent({ type: 'send_error', error })
    return false
  }
}
