import type { RecentMeeting } from '@livetap/contract'
import { Badge } from '@mantine/core'
import type { TableColumn } from '../../shared/data-table/data-column'
import { languageName } from '../../shared/language-name'
import { formatLength } from '../../shared/meeting-list/format-length'
import { type MeetingRow, meetingRows } from '../../shared/meeting-list/meeting-rows'
import { MeetingName, StateCell } from '../../shared/meeting-list/row-cells'
import { RelativeTime } from '../../shared/time/relative-time'
import classes from './library.module.css'
import type { SortField } from './library-address'

export interface LibraryRow extends MeetingRow {
  site: string
  team: string
  language: string
  speakerNames: readonly string[]
  tags: readonly string[]
}

export interface LibraryColumn extends TableColumn<LibraryRow> {
  sort?: SortField
}

/** What an upstream does not say is empty. */
export function libraryRow(meeting: RecentMeeting): LibraryRow {
  const [row] = meetingRows([], [meeting])
  return {
    ...row!,
    site: meeting.site,
    team: meeting.team ?? '',
    language: meeting.language ?? '',
    speakerNames: meeting.speaker_names ?? [],
    tags: meeting.tags ?? [],
  }
}

/** The names that were given, and how many speakers have none. */
function speakersText({ speakers, speakerNames }: LibraryRow): string {
  const unnamed = Math.max(0, (speakers ?? 0) - speakerNames.length)
  if (speakerNames.length === 0) return unnamed === 0 ? '' : String(unnamed)
  const more = speakerNames.length - SHOWN_NAMES + unnamed
  return speakerNames.slice(0, SHOWN_NAMES).join(', ') + (more > 0 ? ` + ${more}` : '')
}

const SHOWN_NAMES = 2

export const libraryColumns: readonly LibraryColumn[] = [
  { id: 'title', header: 'Title', sort: 'title', cell: row => <MeetingName row={row} /> },
  { id: 'state', header: 'State', cell: (row, tabIndex) => <StateCell row={row} tabIndex={tabIndex} /> },
  {
    id: 'start',
    header: 'Date',
    sort: 'start',
    cell: ({ startMs }) => startMs !== null && <RelativeTime at={startMs} />,
  },
  {
    id: 'length',
    header: 'Length',
    sort: 'length',
    numeric: true,
    text: ({ durationMs }) => (durationMs === null ? '' : formatLength(durationMs)),
  },
  {
    id: 'speakers',
    header: 'Speakers',
    cell: row => <span data-hint={row.speakerNames.join(', ')}>{speakersText(row)}</span>,
  },
  { id: 'host', header: 'Host', sort: 'host', value: ({ host }) => host },
  { id: 'team', header: 'Team', value: ({ team }) => team },
  { id: 'site', header: 'Site', value: ({ site }) => site },
  {
    id: 'language',
    header: 'Language',
    text: ({ language }) => (language ? languageName(language) : ''),
  },
  {
    id: 'tags',
    header: 'Tags',
    cell: ({ tags }) => (
      <span className={classes.tags} data-hint={tags.join(', ')}>
        {tags.slice(0, SHOWN_TAGS).map(tag => (
          <Badge key={tag} size="sm" variant="default" tt="none">
            {tag}
          </Badge>
        ))}
        {tags.length > SHOWN_TAGS && `+ ${tags.length - SHOWN_TAGS}`}
      </span>
    ),
  },
]

const SHOWN_TAGS = 3
