import { fillRoute, listeningPath, MEETING_LIVE, routes, texts } from '@livetap/contract'
import type { MeetingHub, PastSession } from '@livetap/session'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useStore } from '../use-store'
import classes from './meeting-views.module.css'
import { useViewLinks } from './view-links'

interface Props {
  hub: MeetingHub
  /** The route that is open. */
  current: string | undefined
}

/** The way from one view of the meeting to the others. The past and the live view have their text as tabs instead of links. */
export function MeetingViews({ hub, current }: Props) {
  const links = useViewLinks(hub)
  const { replay } = useStore(hub)
  const status = useStore(hub.record, ({ detail }) => detail?.status)
  useEffect(() => {
    if (status !== undefined) void hub.countErrors()
  }, [hub, status])
  const isLive = status === MEETING_LIVE
  const text = isLive ? listeningPath(hub.meetingId) : fillRoute(routes.past, { meeting_id: hub.meetingId })
  return (
    <nav className={classes.views} aria-label="Views of this meeting">
      {current !== 'past' && current !== 'live' && (
        <>
          <Link to={text} className={classes.view}>
            {texts.past.downloadTranscripts} {replay && <Counted session={replay} of="utterances" />}
          </Link>
          {!isLive && (
            <Link to={`${text}?tab=highlights`} className={classes.view}>
              Highlights {replay && <Counted session={replay} of="highlights" />}
            </Link>
          )}
        </>
      )}
      {links.map(({ view, to, label }) => (
        <Link
          key={view}
          to={to}
          className={classes.view}
          aria-current={view === current ? 'page' : undefined}
        >
          {label} {view === 'logs' && <ErrorCount hub={hub} />}
        </Link>
      ))}
    </nav>
  )
}

function Counted({ session, of }: { session: PastSession; of: 'utterances' | 'highlights' }) {
  const { transcript, total, highlights } = useStore(session.replay)
  if (!transcript) return null
  return <span className={classes.count}>{of === 'highlights' ? highlights.length : total}</span>
}

function ErrorCount({ hub }: { hub: MeetingHub }) {
  const { errors } = useStore(hub)
  if (!errors || errors.entries.length === 0) return null
  const count = `${errors.entries.length}${errors.hasMore ? '+' : ''}`
  const label = count === '1' ? '1 error' : `${count} errors`
  return (
    <span className={classes.errors} role="img" aria-label={label} title={label}>
      {count}
    </span>
  )
}
