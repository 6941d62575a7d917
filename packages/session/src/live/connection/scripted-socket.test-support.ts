import { type AudioMessage, decodeAudioMessage, type HotwordCommand } from '@livetap/contract'
import type { CreateSocket } from '../../socket-link'

/** A socket whose other side the test plays. */
export class ScriptedSocket extends EventTarget {
  readyState = 0
  bufferedAmount = 0
  binaryType = 'blob'
  readonly commands: HotwordCommand[] = []
  readonly frames: Uint8Array[] = []
  readonly closedWith: (number | undefined)[] = []

  constructor(readonly url: string) {
    super()
  }

  get audio(): AudioMessage[] {
    return this.frames.map(frame => decodeAudioMessage(frame))
  }

  send(data: string | Uint8Array): void {
    if (typeof data === 'string') this.commands.push(JSON.parse(data))
    else this.frames.push(data)
  }

  close(code?: number): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.closedWith.push(code)
  }

  open(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  raw(data: string): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }

  say(message: { type: string } & Record<string, unknown>): void {
    this.raw(JSON.stringify({ meeting: 'm-1_use1', ts: 1, ...message }))
  }

  /** Opens, and says what the service says first. */
  welcome(meeting: string, more: object = {}): void {
    if (this.readyState === 0) this.open()
    this.say({ type: 'call_started', meeting, audio_received_millis: {}, ...more })
  }

  drop(code: number, reason = ''): void {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }))
  }
}

/** Keeps every socket that is made. */
export const scriptedSockets =
  (made: ScriptedSocket[]): CreateSocket =>
  url => {
    made.push(new ScriptedSocket(url))
    return made.at(-1) as never
  }
