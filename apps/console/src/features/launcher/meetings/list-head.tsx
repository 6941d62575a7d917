import { routes } from '@livetap/contract'
import { Anchor, Chip, Group } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { useOverview } from '../../../shared/session/session-context'
import { LISTS, type ListName, readListAddress, withList } from './list-address'
import classes from './meetings.module.css'

/** What needs a look now, and the parts of the list; what is chosen is in the address. */
export function ListHead() {
  const [search, setSearch] = useSearchParams()
  const { list } = readListAddress(search)
  return (
    <div className={classes.head}>
      <Notices search={search} />
      <Group gap={4} role="group" aria-label="Which meetings">
        {Object.entries(LISTS).map(([name, label]) => (
          <Chip
            key={name}
            size="xs"
            variant="light"
            checked={list === name}
            onChange={isChosen => setSearch(withList(search, isChosen ? (name as ListName) : undefined))}
          >
            {label}
          </Chip>
        ))}
      </Group>
    </div>
  )
}

/** One line, only of what is true. */
function Notices({ search }: { search: URLSearchParams }) {
  const overview = useOverview()
  const listed = (list: ListName) => ({ search: withList(search, list).toString() })
  const lines = overview
    ? [
        { count: overview.failed_today, text: `${overview.failed_today} failed today`, to: listed('failed') },
        {
          count: overview.transcribing,
          text: `${overview.transcribing} transcribing`,
          to: listed('transcribing'),
        },
        { count: overview.draining.length, text: 'Node draining', to: routes.system },
      ].filter(({ count }) => count > 0)
    : []
  return (
    <div className={classes.notices} role="status">
      {lines.map(({ text, to }) => (
        <Anchor key={text} component={Link} to={to} size="sm">
          {text}
        </Anchor>
      ))}
    </div>
  )
}
