import { type Conference, texts } from '@livetap/contract'
import { QueryState } from '../../shared/remote/query-state'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { type ColumnName, ConferenceList } from './conference-list'
import type { useResolver } from './use-resolver'

interface Props extends ReturnType<typeof useResolver> {
  data: readonly Conference[] | undefined
  error: Error | null
  columns: readonly ColumnName[]
  kind: 'live' | 'past'
  /** Read where no meeting was found, and where none could be asked for. */
  title: string
  emptyHint: string
  onRetry: () => void
}

/** The user's own meetings as the conferencing provider has them, or why they are not there. */
export function ConferenceResults(props: Props) {
  const { data, error, columns, kind, title, emptyHint, onRetry, resolver, settlings } = props
  return (
    <QueryState
      data={data}
      error={error}
      title={title}
      hint="The conferencing provider could not be asked."
      message={texts.meetingList.fetchingMeetings}
      onRetry={onRetry}
    >
      {rows => (
        <ConferenceList
          resolver={resolver}
          settlings={settlings}
          rows={rows}
          columns={columns}
          noun={`${kind} meetings`}
          fileName={`${kind}-meetings`}
          empty={<EmptyState title={title} hint={emptyHint} />}
        />
      )}
    </QueryState>
  )
}
