import { plural, type SearchAnswer, type SearchMode, searchModeSchema } from '@livetap/contract'
import { search as searchCall } from '@livetap/contract/calls/search'
import { Button, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useShortcuts } from '../../shared/keys/use-shortcuts'
import { ListQueries, usePagedQuery } from '../../shared/remote/list-queries'
import { useApi } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import classes from './search.module.css'
import { SearchFacetList } from './search-facets'
import { SearchModes } from './search-modes'
import { SearchResults } from './search-results'

/** Words over all meetings that one may open: what is asked for is in the address. */
export function SearchScreen() {
  return (
    <ListQueries>
      <Search />
    </ListQueries>
  )
}

function Search() {
  const [address, setAddress] = useSearchParams()
  const q = address.get('q')?.trim() ?? ''
  const field = useRef<HTMLInputElement>(null)
  useScreenTitle('Search')
  useShortcuts([{ keys: '/', label: 'Go to the search field', run: () => field.current?.focus() }])
  const mode = searchModeSchema.safeParse(address.get('mode')).data
  const ask = (line: string, by = mode) => {
    const asked = new URLSearchParams(line.trim() ? { q: line.trim() } : {})
    if (line.trim() && by) asked.set('mode', by)
    setAddress(asked)
  }
  return (
    <ScreenPage title="Search" controls={null}>
      <search>
        <form
          className={classes.form}
          onSubmit={event => {
            event.preventDefault()
            ask(field.current?.value ?? '')
          }}
        >
          <TextInput
            // Another question begins anew.
            key={q}
            ref={field}
            className={classes.field}
            aria-label="Words that were said"
            placeholder='budget "next year" -draft speaker:Ann after:2026-01'
            defaultValue={q}
            maxLength={1_000}
            autoFocus={!q}
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
      {q ? <Answers q={q} mode={mode} onAsk={ask} /> : <Nothing />}
    </ScreenPage>
  )
}

const Nothing = () => (
  <EmptyState
    title="What was said in every meeting"
    hint={
      <>
        Type words, a “phrase” in quotes, or -without. Narrow it by speaker:, host:, tag:, site:, lang:,
        after: and before:, or look in:titles and in:highlights.
      </>
    }
  />
)

interface AnswersProps {
  q: string
  mode: SearchMode | undefined
  onAsk: (line: string, mode?: SearchMode) => void
}

function Answers({ q, mode, onAsk }: AnswersProps) {
  const api = useApi()
  const { data, error, isPlaceholderData, isFetching, hasNextPage, fetchNextPage, refetch } = usePagedQuery(
    ['search', q, mode],
    (cursor, signal) => api.call(searchCall, { query: { q, mode, cursor } }, { signal }),
  )
  const [first] = data?.pages ?? []
  if (error && (!first || isPlaceholderData))
    return (
      <ErrorState
        title="This could not be looked for"
        error={error}
        hint="Change what is asked for, or try again."
        onRetry={() => void refetch()}
      />
    )
  if (!data || !first) return <LoadingMessage message="Looking for what was said..." />
  const { facets, instead, partly, indexing, meaning, total, total_is_least } = first
  return (
    <div className={classes.answers} data-old={isPlaceholderData || undefined}>
      {facets && total > 0 && <SearchFacetList q={q} facets={facets} onAsk={onAsk} />}
      <div className={classes.found}>
        {meaning.available && <SearchModes mode={first.mode} onMode={by => onAsk(q, by)} />}
        <MeaningNotices meaning={meaning} />
        <p className={classes.count} role="status">
          {total === 0 ? 'Nothing found' : `${total}${total_is_least ? '+' : ''} ${plural(total, 'moment')}`}
          {instead.map(({ word, found }) => (
            <span
              key={word}
            >{` · “${word}” is hardly ever said: looked for “${found.join('”, “')}” too`}</span>
          ))}
          {partly && ' · Hardly any moment holds all words: some of these hold most of them'}
          {indexing &&
            ` · Older meetings are still being read: ${Math.floor((100 * indexing.done) / Math.max(1, indexing.total))} %`}
        </p>
        {total === 0 ? (
          <EmptyState
            title={
              first.mode === 'words'
                ? 'No moment has all of these words'
                : 'No moment has these words or means this'
            }
            hint="Use fewer words or take a filter away. Only meetings that you may open are searched."
          />
        ) : (
          <SearchResults key={`${mode} ${q}`} q={q} mode={mode} pages={data.pages} />
        )}
        {hasNextPage && (
          <Button variant="default" loading={isFetching} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </div>
  )
}

/** What the search by meaning has not found, and why. */
function MeaningNotices({ meaning }: Pick<SearchAnswer, 'meaning'>) {
  const { notice, waiting } = meaning
  return (
    <>
      {notice && (
        <p className={classes.notice} role="note">
          {notice}
        </p>
      )}
      {waiting > 0 && (
        <p className={classes.quiet}>{`Not read by meaning yet: ${waiting} ${plural(waiting, 'meeting')}`}</p>
      )}
    </>
  )
}
