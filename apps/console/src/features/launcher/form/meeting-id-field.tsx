import { Autocomplete, type AutocompleteProps, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRemoteLoad } from '../../../shared/remote/use-remote-load'
import { useApi } from '../../../shared/session/session-context'
import classes from '../launcher.module.css'
import { recentCall } from '../meetings/recent-call'
import { looksLikeMeetingId } from './looks-like-meeting-id'

/** Asked for once nothing was typed for so long. */
const TYPING_MS = 250
/** Fewer letters are in too many meetings. */
const MIN_LETTERS = 2
const MAX_OFFERED = 8

type Props = Omit<AutocompleteProps, 'data' | 'filter' | 'renderOption'> & { value: string }

/** An id, found by what the meeting is called: titles and ids are offered as one types. Anything may be typed. */
export function MeetingIdField({ value, description, ...rest }: Props) {
  const api = useApi()
  const [find] = useDebouncedValue(value.trim(), TYPING_MS)
  const { data } = useRemoteLoad(
    async signal => {
      if (find.length < MIN_LETTERS) return []
      const { meetings } = await recentCall(api)(signal, { find: find.slice(0, 200) }, MAX_OFFERED)
      return meetings
    },
    [api, find],
  )
  const offered = data ?? []
  const titles = new Map(offered.map(({ id, title }) => [id, title]))
  const isUnlikely = value.trim() !== '' && !titles.has(value.trim()) && !looksLikeMeetingId(value)
  return (
    <Autocomplete
      {...rest}
      value={value}
      description={isUnlikely ? 'This does not look like a meeting id. You can still try it.' : description}
      data={[...titles.keys()].filter(id => id !== value)}
      // The server has looked through titles too.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <div className={classes.offered}>
          <Text span size="sm" truncate>
            {titles.get(option.value) || 'Untitled'}
          </Text>
          <Text span size="xs" c="dimmed" className={classes.mono} truncate>
            {option.value}
          </Text>
        </div>
      )}
      maxDropdownHeight={240}
    />
  )
}
