import type { Conference } from '@livetap/contract'
import { IdResolver, lookUpMeetingId } from '@livetap/session'
import { useEffect, useState } from 'react'
import { useApi, useUser } from '../../shared/session/session-context'
import { useStore } from '../../shared/use-store'

export type ConferenceResolver = IdResolver<Conference>

/** What was found stays with the page, for each user apart. */
const found = new Map<string, Map<string, string>>()

function cacheOf(userId: string): Map<string, string> {
  const cache = found.get(userId) ?? new Map<string, string>()
  found.set(userId, cache)
  return cache
}

/**
 * Looks up the ids of the rows while the screen is open. `settlings` counts how often all were settled, so that a table
 * sorts and filters by ids without doing it again for each. Of a list that grows, the rows to give are those that stay the
 * same of it: what is looked up is not begun anew with every step.
 */
export function useResolver(rows: readonly Conference[] | undefined) {
  const api = useApi()
  const user = useUser()
  const [resolver] = useState<ConferenceResolver>(
    () =>
      new IdResolver({
        keyOf: ({ id }) => id,
        lookUp: (row, signal) => lookUpMeetingId(api, row, signal),
        cache: cacheOf(user.id),
      }),
  )
  useEffect(() => (rows ? resolver.follow(rows) : undefined), [resolver, rows])
  const settlings = useStore(resolver, () => resolver.settlings)
  return { resolver, settlings }
}
