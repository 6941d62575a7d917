import type { LogEntryWire } from '@livetap/contract'
import { searchLogs } from '@livetap/contract/calls/diagnostics'
import type { ApiClient } from '../api-client'
import type { PastSession, PastSessionOptions } from '../replay/past-session'
import { Scope } from '../scope'
import { Store } from '../store'
import { MeetingRecord } from './meeting-record'

export interface MeetingErrors {
  /** Newest first, up to 100. */
  readonly entries: readonly LogEntryWire[]
  readonly hasMore: boolean
}

export interface MeetingHubState {
  /** Absent until they were counted, and where the server keeps no logs for us. */
  readonly errors: MeetingErrors | undefined
  /** Made when it is first asked for; it plays on while other views of the meeting are shown. */
  readonly replay: PastSession | undefined
}

/** Makes the session and gives to the scope what ends with it. */
export type CreateReplay = (
  scope: Scope,
  given: Pick<PastSessionOptions, 'api' | 'record' | 'startAtMs' | 'goTo'>,
) => PastSession

export interface MeetingHubOptions {
  api: ApiClient
  meetingId: string
  /** Leaves for another address. */
  goTo: (path: string) => void
  /** The code of the replay comes with the first moment that is played. */
  loadReplay: () => Promise<CreateReplay>
}

const MAX_ERRORS = 100

/** What the views of one meeting share for as long as one of them is open: its record, its errors and its replay. */
export class MeetingHub extends Store<MeetingHubState> {
  readonly record: MeetingRecord
  readonly #options: MeetingHubOptions
  readonly #scope = new Scope()
  #replayScope: Scope | undefined
  /** The moment that was asked for last. */
  #wantedMs: number | undefined
  #stopWaiting: (() => void) | undefined

  constructor(options: MeetingHubOptions) {
    super({ errors: undefined, replay: undefined })
    this.#options = options
    this.record = new MeetingRecord(options.api, options.meetingId)
    this.#scope.add(() => this.record.dispose())
  }

  get meetingId(): string {
    return this.#options.meetingId
  }

  /** The session that is there, or a new one, which is started. One that led elsewhere is of no use any more. */
  readonly openReplay = (create: CreateReplay, startAtMs?: number): PastSession => {
    const held = this.getSnapshot().replay
    const phase = held?.getSnapshot().phase
    if (held && phase !== 'redirected' && phase !== 'closed') {
      if (startAtMs !== undefined && held.replay.player.isReady)
        held.replay.command(player => player.seek(startAtMs))
      return held
    }
    this.#replayScope?.dispose()
    const scope = this.#scope.child()
    this.#replayScope = scope
    const { api, goTo } = this.#options
    const replay = create(scope, { api, record: this.record, startAtMs, goTo })
    this.set({ replay })
    void replay.start()
    return replay
  }

  /** Plays from a moment of the recording; the one asked for last wins. */
  readonly playMoment = async (ms: number): Promise<void> => {
    this.#wantedMs = ms
    const create = await this.#options.loadReplay()
    if (this.#scope.disposed) return
    const session = this.openReplay(create)
    const { player } = session.replay
    this.#stopWaiting?.()
    const playWanted = () => {
      const at = this.#wantedMs
      if (at === undefined || !player.isReady) return
      this.#stopWaiting?.()
      this.#wantedMs = undefined
      session.replay.command(ready => {
        ready.seek(at)
        return ready.play()
      })
    }
    this.#stopWaiting = this.#scope.add(player.subscribe(playWanted))
    playWanted()
  }

  /** Ends the replay; the views stay. */
  readonly closeReplay = (): void => {
    this.#replayScope?.dispose()
    this.#replayScope = undefined
    this.set({ replay: undefined })
  }

  /** Never rejects: without the logs there is no count. */
  readonly countErrors = async (): Promise<void> => {
    const query = { meeting: this.meetingId, severity: 'ERROR', limit: MAX_ERRORS } as const
    const { signal } = this.#scope
    try {
      const { entries, next } = await this.#options.api.call(searchLogs, { query }, { signal })
      this.set({ errors: { entries, hasMore: next !== null } })
    } catch {}
  }

  dispose(): void {
    this.#scope.dispose()
  }
}
