import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useUser } from '../session/session-context'
import { runToEnd } from './run-to-end'

/** Coming back to a list shows what it was and asks again; within this time it is not asked again. */
const FRESH_MS = 5_000

const client = new QueryClient({
  defaultOptions: {
    // The client of the calls decides what is worth another try, and the service may well be on this machine.
    // The lists of a visit are few: they stay with the page, and no timer outlives a screen.
    queries: { retry: false, networkMode: 'always', staleTime: FRESH_MS, gcTime: Number.POSITIVE_INFINITY },
  },
})

/** Around a screen of lists, in the chunk of that screen. */
export function ListQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** The rows of a list, kept between visits for this user alone. `key` names the call and what it was asked with. */
export function useListQuery<T>(key: readonly unknown[], task: (signal: AbortSignal) => Promise<T>) {
  const user = useUser()
  return useQuery({
    queryKey: [user.id, ...key],
    queryFn: ({ signal }) => runToEnd(task, signal),
  })
}
