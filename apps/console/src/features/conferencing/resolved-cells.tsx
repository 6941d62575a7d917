import {
  CONFERENCE_ENDED,
  type Conference,
  diagnosticPaths,
  fillRoute,
  routes,
  texts,
} from '@livetap/contract'
import type { ResolvedId } from '@livetap/session'
import { ActionIcon, Anchor, CopyButton, Loader } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { shortenMiddle } from '../../shared/ui/lists/shorten-middle'
import { useStore } from '../../shared/use-store'
import classes from './conferencing.module.css'
import type { ConferenceResolver } from './use-resolver'

interface Props {
  resolver: ConferenceResolver
  row: Conference
  tabIndex: number
}

const useResolved = (resolver: ConferenceResolver, row: Conference): ResolvedId =>
  useStore(resolver, () => resolver.stateOf(row))

/** A spinner, then the id or that there is none. */
export function ResolvedIdCell({ resolver, row, tabIndex }: Props) {
  const resolved = useResolved(resolver, row)
  useEffect(() => resolver.see(row), [resolver, row])
  return (
    <span className={classes.resolved}>
      <IdOrState resolved={resolved} tabIndex={tabIndex} />
    </span>
  )
}

function IdOrState({ resolved, tabIndex }: { resolved: ResolvedId; tabIndex: number }) {
  if (resolved.state === 'waiting')
    return <Loader size={14} role="img" aria-label="Looking up the meeting id" />
  if (resolved.state === 'missing')
    return (
      <span className={classes.missing} data-hint={resolved.reason}>
        {texts.meetingList.idNotFound}
      </span>
    )
  return <CopyableCell value={resolved.meetingId} label="meeting id" tabIndex={tabIndex} />
}

export function CopyableCell({ value, label, tabIndex }: { value: string; label: string; tabIndex: number }) {
  return (
    <span className={classes.id}>
      <span className="mono" data-hint={value}>
        {shortenMiddle(value, 20)}
      </span>
      <CopyButton value={value} timeout={1500}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="xs"
            tabIndex={tabIndex}
            aria-label={`Copy ${label}`}
            onClick={copy}
          >
            {copied ? <IconCheck size={12} /> : <IconCopy size={12} />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  )
}

/** An ended meeting is replayed, any other is watched live. */
export const livetapPath = ({ state }: Conference, meetingId: string) =>
  fillRoute(state === CONFERENCE_ENDED ? routes.past : routes.live, { meeting_id: meetingId })

export const statsPath = ({ start }: Conference, meetingId: string) =>
  start === undefined
    ? null
    : fillRoute(routes.pastStats, { meeting_id: meetingId, meeting_start_date: Date.parse(start) })

interface LinkProps extends Props {
  label: string
  what: string
  path: (row: Conference, meetingId: string) => string | null
}

/** A link that needs our id: it is there once the id is known. */
export function ResolvedLink({ resolver, row, tabIndex, label, what, path }: LinkProps) {
  const resolved = useResolved(resolver, row)
  const to = resolved.state === 'found' ? path(row, resolved.meetingId) : null
  if (to === null) return <span aria-hidden>–</span>
  return (
    <Anchor component={Link} to={to} inherit tabIndex={tabIndex} aria-label={`${label} ${what} ${row.title}`}>
      {label}
    </Anchor>
  )
}

/** What the logs and the ledger know of it, beside what its statistics say. */
export function DiagnosticLinks(common: Props) {
  return (
    <span className={classes.links}>
      <ResolvedLink {...common} label="Stats" what="of" path={statsPath} />
      <ResolvedLink {...common} label="Ledger" what="of" path={(_, id) => diagnosticPaths(id, null).ledger} />
      <ResolvedLink {...common} label="Logs" what="of" path={(_, id) => diagnosticPaths(id, null).logs} />
    </span>
  )
}

/** The provider's own page. What is no web address is not made a link. */
export function WebexLink({ row, tabIndex }: Omit<Props, 'resolver'>) {
  if (!/^https?:\/\//i.test(row.webLink)) return <span aria-hidden>–</span>
  return (
    <Anchor
      href={row.webLink}
      target="_blank"
      rel="noreferrer"
      inherit
      tabIndex={tabIndex}
      aria-label={`Webex page of ${row.title}`}
    >
      Webex
    </Anchor>
  )
}
