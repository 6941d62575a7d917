import type { Log } from '../../../platform/log/log'
import type { EventRecorder } from '../../events'
import type { MeetingsStore } from '../../meetings'
import type { NodeIdentity } from '../live.store'
import { LiveRecord } from '../live-record'
import { type MixedMeeting, type MixParts, mixMeeting } from './mix-meeting'

export interface MeetingMixerOptions extends MixParts {
  node: NodeIdentity
  meetings: MeetingsStore
  events: EventRecorder
  log: Log
  nodeSilentMs: number
  retryDelaysMs?: readonly number[]
  lookMs?: number
}

/** Makes one recording of every ended meeting, one at a time; what a crash left undone is found again. */
export class MeetingMixer {
  readonly #waiting = new Set<string>()
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: MeetingMixerOptions) {}

  start(): void {
    this.#timer = setInterval(() => void this.#look(), this.options.lookMs ?? 30_000)
    void this.#look()
  }

  add(meetingId: string): void {
    if (this.#stopping.signal.aborted) return
    this.#waiting.add(meetingId)
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#running
  }

  async #look(): Promise<void> {
    const { liveStore, node, nodeSilentMs, log } = this.options
    try {
      for (const id of await liveStore.unmixed(node, nodeSilentMs)) this.add(id)
    } catch (error) {
      log.warn({ err: error }, 'ended meetings were not looked for')
    }
  }

  async #run(): Promise<void> {
    for (const id of this.#waiting) {
      if (this.#stopping.signal.aborted) return
      await this.#mix(id)
      this.#waiting.delete(id)
    }
  }

  async #mix(meetingId: string): Promise<void> {
    const { liveStore, node, nodeSilentMs, log, retryDelaysMs = [1_000, 5_000] } = this.options
    for (let attempt = 0; ; attempt++) {
      try {
        const owner = await liveStore.claim(meetingId, node, nodeSilentMs)
        if (owner && owner.id !== node.id) return
        return await this.#done(meetingId, await mixMeeting(this.options, meetingId, this.#stopping.signal))
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        const delayMs = retryDelaysMs[attempt]
        log.warn({ meeting: meetingId, err: error }, 'meeting was not mixed')
        if (delayMs === undefined) return await this.#failed(meetingId, error as Error)
        await new Promise(resolve => setTimeout(resolve, delayMs))
      }
    }
  }

  async #done(meetingId: string, mixed: MixedMeeting | undefined): Promise<void> {
    const { meetings, liveStore, events } = this.options
    const record = new LiveRecord(events, meetingId)
    const durationMs = mixed && Math.round(mixed.durationMs)
    if (durationMs !== undefined) {
      record.metric('recordingDuration', { recordingDurationInSeconds: durationMs / 1000 })
      record.ledger('audio_mixed', { duration_ms: durationMs, streams: mixed?.streams })
    }
    await this.#finish(meetingId)
    const meeting = await meetings.find(meetingId)
    record.metric('completed', { start_time: meeting?.startedAt.toISOString() })
    await liveStore.mixed(meetingId)
    await mixed?.clean()
  }

  /** Its text is there all the same: the meeting can be read, without sound. */
  async #failed(meetingId: string, error: Error): Promise<void> {
    const record = new LiveRecord(this.options.events, meetingId)
    record.ledger('audio_mix_failed', { reason: error.message })
    await this.#finish(meetingId)
    await this.options.liveStore.mixed(meetingId)
  }

  async #finish(meetingId: string): Promise<void> {
    const change = { status: 'CallEnded', stage: '', progress: 100, error: null } as const
    await this.options.meetings.change(meetingId, change, ['processing'])
  }
}
