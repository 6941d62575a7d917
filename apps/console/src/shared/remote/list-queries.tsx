import {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useUser } from '../session/session-context'

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

/**
 * The rows of a list, kept between visits for this user alone. `key` names the call and what it was asked with,
 * `refreshMs` how soon it is asked again by itself; false: never.
 */
export function useListQuery<T>(
  key: readonly unknown[],
  task: (signal: AbortSignal) => Promise<T>,
  refreshMs: (data: T | undefined) => number | false = () => false,
) {
  const user = useUser()
  return useQuery({
    queryKey: [user.id, ...key],
    queryFn: ({ signal }) => task(signal),
    refetchInterval: query => refreshMs(query.state.data),
  })
}

/** What is offered while one types: it stays until the next answer comes, so that what is chosen is not taken away. */
export function useSuggestions<T>(key: readonly unknown[], task: (signal: AbortSignal) => Promise<T>) {
  const user = useUser()
  return useQuery({
    queryKey: [user.id, ...key],
    queryFn: ({ signal }) => task(signal),
    placeholderData: keepPreviousData,
  })
}

interface Page {
  next?: string | null
}

/**
 * The pages of a list that its server sorts and filters. Asked otherwise, it shows what it was until the answer comes.
 */
export function usePagedQuery<T extends Page>(
  key: readonly unknown[],
  task: (next: string | undefined, signal: AbortSignal) => Promise<T>,
  refreshMs: (pages: readonly T[]) => number | false = () => false,
) {
  const user = useUser()
  return useInfiniteQuery({
    queryKey: [user.id, ...key],
    queryFn: ({ pageParam, signal }) => task(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: query => refreshMs(query.state.data?.pages ?? []),
  })
}

/** For what changes a list: `refresh` asks again for what is shown, `clear` forgets it all. */
export function useListCache(name: string) {
  const user = useUser()
  return useMemo(() => {
    const queryKey = [user.id, name]
    return {
      refresh: () => void client.invalidateQueries({ queryKey }),
      clear: () => client.removeQueries({ queryKey }),
    }
  }, [user.id, name])
}
