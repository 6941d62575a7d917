import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { MEETING_LIVE } from '@livetap/contract'
import { SpeechError, type SpeechErrorReason } from '@livetap/speech'
import type { Log } from '../../../platform/log/log'
import { ServiceError } from '../../../platform/service-error'
import type { Tracing } from '../../../platform/tracing/tracing'
import type { EventRecorder } from '../../events'
import { type Meeting, type MeetingsStore, meetingPrefix } from '../../meetings'
import type { NodeIdentity } from '../live.store'
import { type RoomLease, RoomLostError } from '../ownership/room-lease'
import { recoverStreams, type StreamRecovery } from '../streams/stored-stream'
import { keepVoices, type VoiceParts } from './keep-voices'
import { deleteAll, deleteSound, type MixedMeeting, mixMeeting } from './mix-meeting'
import { type RestParts, recognizeRest } from './recognize-rest'

export interface MeetingMixerOptions extends VoiceParts, RestParts, StreamRecovery {
  node: NodeIdentity
  meetings: MeetingsStore
  events: EventRecorder
  tracing: Tracing
  log: Log
  nodeSilentMs: number
  /** Waited before each further attempt. */
  retryDelaysMs: readonly number[]
  pollMs: number
}

export const MIXING_STAGE = 'mixing'

/** The last sound of a meeting on its way to the storage. */
export interface LastSound {
  stored: Promise<unknown>
  isFailing: () => boolean
}

interface Mixing {
  meetingId: string
  cancel: () => void
  done: Promise<void>
}

/**
 * Makes one recording of every ended meeting, one at a time. A meeting whose recording cannot be made is shown as
 * failed, and is tried again at every look for as long as it exists: its sound is deleted only once the recording stands.
 */
export class MeetingMixer {
  readonly #waiting = new Set<string>()
  /** Meetings whose last sound is still on its way to the storage. */
  readonly #unstored = new Map<string, LastSound>()
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined
  #mixing: Mixing | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: MeetingMixerOptions) {}

  start(): void {
    this.#timer = setInterval(() => void this.#poll(), this.options.pollMs)
    void this.#sweep().then(() => this.#poll())
  }

  /** The meeting is not mixed before that; to be said before it ends. */
  waitsFor(meetingId: string, last: LastSound): void {
    this.#unstored.set(meetingId, last)
    void last.stored.finally(() => this.#unstored.delete(meetingId))
  }

  /** The meeting is about to be deleted; resolves when nothing of it is being written any more. */
  async release(meetingId: string): Promise<void> {
    this.#waiting.delete(meetingId)
    if (this.#mixing?.meetingId !== meetingId) return
    this.#mixing.cancel()
    await this.#mixing.done
  }

  add(meetingId: string): void {
    if (this.#stopping.signal.aborted) return
    this.#waiting.add(meetingId)
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** A person asks for it. */
  async retry(meetingId: string): Promise<void> {
    const change = { status: 'processing', stage: MIXING_STAGE, progress: 0, error: null } as const
    if (!(await this.options.meetings.change(meetingId, change, ['failed'])))
      throw new ServiceError('wrong_state', 'Only a meeting that failed can be processed again')
    this.add(meetingId)
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

  /** What an earlier process left half done; the data folder has one process at a time. */
  async #sweep(): Promise<void> {
    const { scratchFolder, log } = this.options
    await rm(scratchFolder, { recursive: true, force: true }).catch(error =>
      log.warn({ err: error }, 'cleanup after mixing failed'),
    )
  }

  async #poll(): Promise<void> {
    const { liveStore, node, nodeSilentMs, log } = this.options
    try {
      for (const id of await liveStore.unmixed(node, nodeSilentMs)) this.add(id)
    } catch (error) {
      log.warn({ err: error }, 'looking for ended meetings failed')
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    for (const id of this.#waiting) {
      if (signal.aborted) return
      // One that is added while it is mixed has its turn again.
      this.#waiting.delete(id)
      const own = new AbortController()
      const done = this.#mix(id, AbortSignal.any([signal, own.signal]))
      this.#mixing = { meetingId: id, cancel: () => own.abort(), done }
      await done
      this.#mixing = undefined
      await this.#leaveNothing(id)
    }
  }

  /** A meeting that was deleted meanwhile leaves nothing of what was written for it. */
  async #leaveNothing(meetingId: string): Promise<void> {
    const { meetings, storage, log } = this.options
    if (this.#stopping.signal.aborted) return
    try {
      if (!(await meetings.find(meetingId))) await deleteAll(storage, meetingPrefix(meetingId))
    } catch (error) {
      log.warn({ meeting: meetingId, err: error }, 'cleanup after mixing failed')
    }
  }

  /** Never rejects: what could not be done is found again by the next look. */
  async #mix(meetingId: string, signal: AbortSignal): Promise<void> {
    const { tracing, log, retryDelaysMs } = this.options
    // The job after the call goes on with this trace.
    const start = { parent: null, attributes: { 'livetap.meeting': meetingId } }
    for (let attempt = 0; ; attempt++) {
      try {
        return await tracing.trace('mix meeting', start, () => this.#tryToMix(meetingId, signal))
      } catch (error) {
        // Another node has it, and mixes it.
        if (signal.aborted || error instanceof RoomLostError) return
        log.warn({ meeting: meetingId, err: error }, 'mixing failed')
        const delayMs = retryDelaysMs[attempt]
        if (delayMs === undefined) return await this.#failed(meetingId, error as Error)
        await wait(delayMs, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  async #tryToMix(meetingId: string, signal: AbortSignal): Promise<void> {
    const { liveStore, leases, node, nodeSilentMs, meetings } = this.options
    const owner = await liveStore.claim(meetingId, node, nodeSilentMs)
    if (owner && owner.id !== node.id) return
    const meeting = await meetings.find(meetingId)
    if (!meeting || meeting.status === MEETING_LIVE) return
    const unstored = this.#unstored.get(meetingId)
    if (unstored?.isFailing()) throw new Error('the storage does not take its last sound')
    // It is added again when its sound is stored.
    if (unstored) return
    // Its recording stands, and a crash came before the last steps.
    if (meeting.status === 'CallEnded') return await this.#clean(meeting, signal)
    const lease = await leases.take(meetingId, node, nodeSilentMs)
    if (!lease) return
    await recoverStreams(this.options, meetingId)
    await this.#finishText(meeting, lease, signal)
    const mixed = await mixMeeting(this.options, meetingId, signal)
    await this.#done(meeting, lease, mixed, signal)
  }

  /** Speech that had no text when the call ended gets it before the meeting counts as complete. */
  async #finishText(meeting: Meeting, lease: RoomLease, signal: AbortSignal): Promise<void> {
    const { events, log } = this.options
    try {
      const utterances = await recognizeRest(this.options, meeting, lease, signal)
      if (utterances > 0) events.of(meeting.id).ledger('restRecognized', { utterances })
    } catch (error) {
      // Where there is no engine at all the call had no text either.
      if (!(error instanceof SpeechError) || !without.has(error.reason)) throw error
      log.warn({ meeting: meeting.id, reason: error.reason }, 'the rest of the meeting has no text')
    }
  }

  async #done(
    meeting: Meeting,
    lease: RoomLease,
    mixed: MixedMeeting | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const meetingId = meeting.id
    const { meetings, events, leases } = this.options
    const change = { status: 'CallEnded', stage: '', progress: 100, error: null } as const
    const hasSound = mixed !== undefined
    const length = meeting.durationMs === null ? lengthOf(meeting, mixed) : {}
    const ended = { ...change, ...length, hasSound }
    const from: Meeting['status'][] = ['processing', 'failed']
    if (!(await leases.write(lease, tx => meetings.within(tx).change(meetingId, ended, from)))) return
    if (mixed) {
      const record = events.of(meetingId)
      const durationMs = Math.round(mixed.durationMs)
      record.log('recordingDuration', { recordingDurationInSeconds: durationMs / 1000 })
      record.ledger('audioMixed', { duration_ms: durationMs, streams: mixed.streams })
    }
    await this.#clean(meeting, signal)
  }

  /** Hands on what later stages need, and takes away what the recording was made of. */
  async #clean(meeting: Meeting, signal: AbortSignal): Promise<void> {
    await keepVoices(this.options, meeting, signal)
    await deleteSound(this.options.storage, meeting.id)
    await this.options.liveStore.mixed(meeting.id)
  }

  async #failed(meetingId: string, error: Error): Promise<void> {
    const { meetings, events, log } = this.options
    try {
      const change = { status: 'failed', stage: MIXING_STAGE, error: reasonOf(error) } as const
      if (await meetings.change(meetingId, change, ['processing']))
        events.of(meetingId).ledger('audioMixFailed', { reason: error.message })
    } catch (unwritten) {
      log.warn({ meeting: meetingId, err: unwritten }, 'recording a failed mix failed')
    }
  }
}

/** Of a call that ended without a room, whose clock would have measured it. */
function lengthOf({ startedAt, endedAt }: Meeting, mixed: MixedMeeting | undefined) {
  if (!mixed) return { durationMs: Math.max(0, (endedAt ?? startedAt).getTime() - startedAt.getTime()) }
  const durationMs = Math.round(mixed.durationMs)
  return { durationMs, endedAt: new Date(startedAt.getTime() + durationMs) }
}

const without: ReadonlySet<SpeechErrorReason> = new Set(['unavailable', 'unsupported_language'])

const reasonOf = ({ message }: Error) => `The recording could not be made: ${message}`
