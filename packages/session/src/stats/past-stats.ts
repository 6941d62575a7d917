import { LEDGER_WINDOW_MS, type StatsAnswer, texts } from '@livetap/contract'
import { meetingStats, meetingStatsUrl } from '@livetap/contract/calls/diagnostics'
import type { ApiClient } from '../api-client'
import { isCancelled } from '../api-error'
import { Store } from '../store'
import type { MeetingFacts } from './meeting-facts'
import { meetingLife } from './meeting-life'
import { endOf } from './stats-readers'
import type { LifeMark, StatsQueryDefinition, StatsRow } from './stats-row'
import { endQuery, otherQueries, roomQuery, startQuery } from './stats-rows'
import { type Verdict, verdictOf } from './verdict'

export interface PastStatsState {
  readonly rows: readonly StatsRow[]
  /** What the meeting went through, oldest first. */
  readonly life: readonly LifeMark[]
  /** Once everything was answered. */
  readonly verdict: Verdict | undefined
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly error: Error | undefined
}

export interface PastStatsOptions {
  api: ApiClient
  meetingId: string
  /** As the address has them: milliseconds since 1970. */
  startMs: number
  endMs?: number
}

/** What the statistics are asked of: from the start on, and where a question wants it, up to the end. */
interface Span {
  from: string
  to?: string
}

type Answers = Map<StatsQueryDefinition, { answer: StatsAnswer | undefined; url?: string }>

/** In the order of the table; the start and the end are first regardless of what answers first. */
const shown = [startQuery, endQuery, ...otherQueries]

/** The statistics of one meeting out of the logs: its start, then its end, then everything else side by side. */
export class PastStats extends Store<PastStatsState> {
  readonly #options: PastStatsOptions
  /** One per question: a signal that all share would gather a listener for each. */
  readonly #asking = new Set<AbortController>()
  #disposed = false
  readonly #answers: Answers = new Map()

  constructor(options: PastStatsOptions) {
    super({
      rows: rowsOf(new Map(), false),
      life: [],
      verdict: undefined,
      phase: 'loading',
      error: undefined,
    })
    this.#options = options
  }

  async start(): Promise<void> {
    try {
      const { startMs, endMs } = this.#options
      const asked = {
        from: new Date(startMs).toISOString(),
        // The clock of this machine may be behind the server's.
        to: new Date(endMs ?? Date.now() + LEDGER_WINDOW_MS).toISOString(),
      }
      const created = await this.#find(startQuery, asked)
      const from = created.values[0]!.timestamp
      const completed = await this.#find(endQuery, { from })
      await this.#askOthers({ from, to: latestOf(completed) })
      this.#show('ready')
    } catch (error) {
      if (isCancelled(error)) return
      this.#show('failed', error as Error)
    }
  }

  readonly dispose = (): void => {
    this.#disposed = true
    for (const asking of this.#asking) asking.abort()
  }

  /** Without these there is nothing to show, regardless of the reason. */
  async #find(query: StatsQueryDefinition, span: Span): Promise<StatsAnswer> {
    const answer = await this.#ask(query, span).catch(error => {
      if (isCancelled(error)) throw error
      throw new Error(texts.stats.notInLogs, { cause: error })
    })
    if (answer.values.length === 0) throw new Error(texts.stats.notInLogs)
    return answer
  }

  /** A row whose question fails shows that nothing was found; the others go on. */
  async #askOthers(span: Span): Promise<void> {
    const room = this.#tolerant(roomQuery, this.#ask(roomQuery, span))
    await Promise.all(
      otherQueries
        .filter(query => query !== roomQuery)
        .map(async query => {
          const pod = query.ofPod ? (await room).values[0]?.pod_name : undefined
          await this.#tolerant(query, this.#ask(query, span, pod === undefined ? undefined : String(pod)))
        }),
    )
    await room
  }

  async #tolerant(query: StatsQueryDefinition, asked: Promise<StatsAnswer>): Promise<StatsAnswer> {
    return await asked.catch(error => {
      if (isCancelled(error)) throw error
      this.#answers.set(query, { answer: undefined })
      this.#show(this.getSnapshot().phase)
      return { count: 0, values: [] }
    })
  }

  async #ask(query: StatsQueryDefinition, { from, to }: Span, pod?: string): Promise<StatsAnswer> {
    const { api, meetingId: id } = this.#options
    const range = query.ofPod
      ? { start_time: from, end_time: to, pod_name: pod }
      : { startTime: from, endTime: query.until && to }
    const ask = async (metricName: string) => {
      const input = {
        params: { id },
        query: { metricName, searchFields: query.fields.join(','), ...range },
      }
      const asking = new AbortController()
      if (this.#disposed) asking.abort()
      this.#asking.add(asking)
      try {
        const [answer, link] = await Promise.all([
          api.call(meetingStats, input, asking),
          // A value without its link is still a value, and what no row shows needs none.
          query.rows.length === 0
            ? undefined
            : api.call(meetingStatsUrl, input, asking).catch(error => {
                if (isCancelled(error)) throw error
                return undefined
              }),
        ])
        return link ? { answer, url: link.url } : { answer }
      } finally {
        this.#asking.delete(asking)
      }
    }
    let found: { answer: StatsAnswer; url?: string } = await ask(query.metric)
    if (query.otherwise && found.answer.values.length === 0) found = await ask(query.otherwise)
    this.#answers.set(query, found)
    this.#show(this.getSnapshot().phase)
    return found.answer
  }

  #show(phase: PastStatsState['phase'], error?: Error): void {
    const rows = rowsOf(this.#answers, phase === 'failed')
    const verdict = phase === 'ready' ? verdictOf(this.#facts()) : undefined
    this.set({ rows, life: meetingLife(rows, this.#marks()), verdict, phase, error })
  }

  /** A question that was not answered says nothing. */
  #facts(): MeetingFacts {
    const said = shown.map(query => {
      const answer = this.#answers.get(query)?.answer
      return (answer && query.facts?.(answer)) ?? {}
    })
    return Object.assign({}, ...said)
  }

  #marks(): LifeMark[] {
    return shown.flatMap(query => query.marks?.(this.#answers.get(query)?.answer?.values ?? []) ?? [])
  }
}

/** Of the end itself and of the moment when it was recorded: a recording is processed after its end. */
function latestOf({ values }: StatsAnswer): string {
  const value = values.at(-1)!
  const moments = [endOf(value)!, value.timestamp]
  return new Date(Math.max(...moments.map(moment => Date.parse(moment)))).toISOString()
}

function rowsOf(answers: Answers, isOver: boolean): StatsRow[] {
  return shown.flatMap(query =>
    query.rows.map(({ id, label, read, fallback = texts.stats.valueNotFound }) => {
      const found = answers.get(query)
      const values = found?.answer ? read(found.answer) : []
      return {
        id,
        group: query.group,
        label,
        loading: !found && !isOver,
        found: values.length > 0,
        values: values.length > 0 || !found ? values : [{ text: fallback }],
        url: found?.url,
      }
    }),
  )
}
