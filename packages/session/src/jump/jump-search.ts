import { fillRoute, listeningPath, MEETING_LIVE, type RecentMeeting, routes } from '@livetap/contract'
import { listProjects } from '@livetap/contract/calls/manuscripts'
import { recentMeetings } from '@livetap/contract/calls/meetings'
import { getShard } from '@livetap/contract/calls/trainable'
import type { ApiClient } from '../api-client'
import { Scope } from '../scope'
import { Store } from '../store'
import { looksLikeId, meetingNumberIn } from './pasted-text'

export interface JumpTarget {
  kind: 'Meeting' | 'Number' | 'Shard' | 'Project'
  label: string
  /** What tells it from others of the same label. */
  detail: string
  path: string
}

export interface JumpSearchState {
  readonly targets: readonly JumpTarget[]
  readonly loading: boolean
}

/** Asked for once nothing was typed for so long. */
const TYPING_MS = 200
/** Fewer letters are in too many titles. */
const MIN_LETTERS = 2
const MAX_OF_A_KIND = 6
const nothing: JumpSearchState = { targets: [], loading: false }

/** What a typed or pasted text names: meetings, a number, a shard, projects. A part that does not answer finds nothing. */
export class JumpSearch extends Store<JumpSearchState> {
  readonly #scope = new Scope()
  #asking: Scope | undefined

  constructor(private readonly api: Pick<ApiClient, 'call'>) {
    super(nothing)
  }

  /** Calls off what was asked before. */
  readonly type = (typed: string): void => {
    this.#asking?.dispose()
    const text = typed.trim().slice(0, 200)
    if (text.length < MIN_LETTERS) {
      this.replace(nothing)
      return
    }
    const asking = this.#scope.child()
    this.#asking = asking
    this.set({ loading: true })
    asking.timeout(() => void this.#find(text, asking), TYPING_MS)
  }

  /** The first that is found, for who does not wait to see it. */
  async first(): Promise<JumpTarget | undefined> {
    while (this.getSnapshot().loading)
      await new Promise<void>(resolve => {
        const stop = this.subscribe(() => {
          stop()
          resolve()
        })
      })
    return this.getSnapshot().targets[0]
  }

  dispose(): void {
    this.#scope.dispose()
    this.replace(nothing)
  }

  async #find(text: string, asking: Scope): Promise<void> {
    const { signal } = asking
    const found = await Promise.all([
      this.#meetings(text, signal),
      numbers(text),
      this.#shards(text, signal),
      this.#projects(text, signal),
    ])
    if (!asking.disposed) this.replace({ targets: found.flat(), loading: false })
  }

  async #meetings(find: string, signal: AbortSignal): Promise<JumpTarget[]> {
    try {
      const query = { recent: MAX_OF_A_KIND, find }
      return (await this.api.call(recentMeetings, { query }, { signal })).meetings.map(meetingTarget)
    } catch {
      // A deployment without this call still has its meetings.
      if (!looksLikeId(find)) return []
      const path = fillRoute(routes.past, { meeting_id: find })
      return [{ kind: 'Meeting', label: find, detail: 'not looked up', path }]
    }
  }

  async #shards(text: string, signal: AbortSignal): Promise<JumpTarget[]> {
    if (!looksLikeId(text)) return []
    try {
      const { audio } = await this.api.call(getShard, { params: { id: text }, query: {} }, { signal })
      return audio.slice(0, 1).map(({ id, transcript }) => ({
        kind: 'Shard',
        label: transcript || id,
        detail: id,
        path: fillRoute(routes.trainableShard, { shard_id: id }),
      }))
    } catch {
      return []
    }
  }

  async #projects(text: string, signal: AbortSignal): Promise<JumpTarget[]> {
    const filters = [{ manuscript_name: text }, ...(looksLikeId(text) ? [{ manuscript_id: text }] : [])]
    const found = await Promise.all(
      filters.map(async filter => {
        try {
          const query = { ...filter, limit: MAX_OF_A_KIND }
          return (await this.api.call(listProjects, { query }, { signal })).projects
        } catch {
          return []
        }
      }),
    )
    const projects = new Map(found.flat().map(project => [project.id, project]))
    return [...projects.values()].map(({ id, name, vendor, language, status }) => ({
      kind: 'Project',
      label: name,
      detail: `${vendor}, ${language}, ${status}`,
      path: fillRoute(routes.manuscriptView, { manuscript_id: id }),
    }))
  }
}

function meetingTarget({ id, title, host, status }: RecentMeeting): JumpTarget {
  const path = status === MEETING_LIVE ? listeningPath(id) : fillRoute(routes.past, { meeting_id: id })
  return {
    kind: 'Meeting',
    label: title || id,
    detail: status === MEETING_LIVE ? `live, ${host}` : host,
    path,
  }
}

function numbers(text: string): JumpTarget[] {
  const meeting_number = meetingNumberIn(text)
  if (meeting_number === undefined) return []
  return [
    {
      kind: 'Number',
      label: `Meetings of number ${meeting_number}`,
      detail: '',
      path: fillRoute(routes.filteredMeetings, { meeting_number }),
    },
  ]
}
