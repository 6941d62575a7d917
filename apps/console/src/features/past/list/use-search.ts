import type { Replay } from '@livetap/session'
import { createSearch, type SearchResult } from '@livetap/transcript'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useReplayData } from '../player/replay-context'
import type { ListHandle } from './transcript-list'

interface Searching {
  query: string
  result: SearchResult | undefined
  current: number
  input: RefObject<HTMLInputElement | null>
  setQuery: (query: string) => void
  step: (by: 1 | -1) => void
  close: () => void
}

/** The search of this screen; the index is made at the first letter. */
export function useSearch(replay: Replay, list: RefObject<ListHandle | null>): Searching {
  const { transcript } = useReplayData(replay)
  const [query, setText] = useState('')
  const [current, setCurrent] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const isSearching = query.trim() !== ''
  const search = useMemo(
    () => (transcript && isSearching ? createSearch(transcript) : undefined),
    [transcript, isSearching],
  )
  const result = useMemo(() => search?.find(query), [search, query])
  const show = (match: number) => {
    setCurrent(match)
    const found = result?.at(match)
    if (found) list.current?.show(found.utterance, found.from)
  }
  const showNewest = useEffectEvent(show)

  // The first match from where the sound is, as soon as there is a result.
  useEffect(() => {
    if (!result || result.count === 0) return
    const from = result.firstFrom(Math.max(0, replay.follower.getSnapshot().utterance))
    queueMicrotask(() => showNewest(from < result.count ? from : 0))
  }, [result, replay])

  return {
    query,
    result: isSearching ? result : undefined,
    current,
    input,
    setQuery: setText,
    step: by => {
      const count = result?.count ?? 0
      if (count > 0) show((current + by + count) % count)
    },
    close: () => {
      setText('')
      list.current?.focus()
    },
  }
}
