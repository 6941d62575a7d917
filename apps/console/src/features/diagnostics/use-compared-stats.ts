import { STATS_LINK_LEAD_MS } from '@livetap/contract'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { PastStats } from '@livetap/session'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useApi } from '../../shared/session/session-context'
import type { ComparedMeeting } from './stats-table'

export interface ComparedStats {
  meetingId: string | null
  other: ComparedMeeting | undefined
  /** Why there is nothing to compare with. */
  problem: string | undefined
  compareWith: (meetingId: string | null) => void
}

/** The statistics of the meeting that `?compare=` names. */
export function useComparedStats(): ComparedStats {
  const api = useApi()
  const [query, setQuery] = useSearchParams()
  const meetingId = query.get('compare')
  const [other, setOther] = useState<ComparedMeeting>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    setOther(undefined)
    setProblem(undefined)
    if (!meetingId) return
    const leaving = new AbortController()
    let stats: PastStats | undefined
    const load = async () => {
      const { start } = await api.call(getMeeting, { params: { id: meetingId } }, leaving)
      if (!start) throw new Error('This meeting has not begun')
      leaving.signal.throwIfAborted()
      const read = new PastStats({ api, meetingId, startMs: Date.parse(start) - STATS_LINK_LEAD_MS })
      stats = read
      read.subscribe(() => {
        const { rows, error } = read.getSnapshot()
        setOther({ meetingId, rows })
        if (error) setProblem(error.message)
      })
      await read.start()
    }
    load().catch(error => leaving.signal.aborted || setProblem(error.message))
    return () => {
      leaving.abort()
      stats?.dispose()
    }
  }, [api, meetingId])
  const compareWith = (id: string | null) =>
    setQuery(
      before => {
        const after = new URLSearchParams(before)
        if (id) after.set('compare', id)
        else after.delete('compare')
        return after
      },
      { replace: true },
    )
  return { meetingId, other, problem, compareWith }
}
