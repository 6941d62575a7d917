import { STATS_LINK_LEAD_MS } from '@livetap/contract'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { PastStats } from '@livetap/session'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useApi } from '../../../shared/session/session-context'
import { useSession } from '../../../shared/session/use-session'
import { useStore } from '../../../shared/use-store'
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
  const [problem, setProblem] = useState<{ meetingId: string; text: string }>()
  const read = useSession(
    async scope => {
      if (!meetingId) return undefined
      try {
        const { start } = await api.call(getMeeting, { params: { id: meetingId } }, scope)
        if (!start) throw new Error('This meeting has not begun')
        const stats = new PastStats({ api, meetingId, startMs: Date.parse(start) - STATS_LINK_LEAD_MS })
        scope.add(stats.dispose)
        void stats.start()
        return { meetingId, stats }
      } catch (error) {
        if (!scope.disposed) setProblem({ meetingId, text: (error as Error).message })
        return undefined
      }
    },
    [api, meetingId],
  )
  const state = useStore(read?.stats)
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
  const isRead = state !== undefined && read?.meetingId === meetingId
  return {
    meetingId,
    other: isRead && meetingId !== null ? { meetingId, rows: state.rows } : undefined,
    problem: problem?.meetingId === meetingId ? problem?.text : isRead ? state.error?.message : undefined,
    compareWith,
  }
}
