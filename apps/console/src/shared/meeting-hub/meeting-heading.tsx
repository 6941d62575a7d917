import { fillRoute, type MeetingDetail, routes } from '@livetap/contract'
import type { MeetingHub, PastSession } from '@livetap/session'
import { shortClockText, spokenLanguages } from '@livetap/transcript'
import { ActionIcon } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useMatch } from 'react-router'
import { languageName } from '../language-name'
import { Popover } from '../popover/popover'
import { formatDate } from '../time/format-date'
import { CopyableId } from '../ui/lists/copyable-id'
import { useStore } from '../use-store'
import classes from './meeting-heading.module.css'
import { meetingState } from './meeting-state'
import { MeetingTitle } from './meeting-title'

interface Props {
  hub: MeetingHub
  /** False until the first text is drawn: the buttons come after it. */
  isWhole?: boolean
}

/** What the open meeting is: its title, which a click changes, its state, and what tells it from others. */
export function MeetingHeading({ hub, isWhole = true }: Props) {
  const { detail } = useStore(hub.record)
  const { replay } = useStore(hub)
  if (!detail) return null
  return (
    <div className={classes.lead} data-testid="meeting-heading">
      <MeetingTitle key={hub.meetingId} record={hub.record} title={detail.title} />
      <State hub={hub} />
      {replay ? <HeardFacts detail={detail} session={replay} /> : <Facts detail={detail} />}
      {isWhole && <AboutButton detail={detail} />}
    </div>
  )
}

function State({ hub }: { hub: MeetingHub }) {
  const state = meetingState(useStore(hub.record))
  const past = fillRoute(routes.past, { meeting_id: hub.meetingId })
  const isOpen = useMatch(routes.past) !== null
  if (!state) return null
  const { tone, label, more } = state
  const text = (
    <>
      <b>{label}</b> {more && <span className={classes.more}>{more}</span>}
    </>
  )
  return (
    <span className={classes.state} data-tone={tone} data-testid="meeting-state" title={more}>
      {tone === 'failed' && !isOpen ? <Link to={past}>{text}</Link> : text}
    </span>
  )
}

/** With what only the transcript knows. */
function HeardFacts({ detail, session }: { detail: MeetingDetail; session: PastSession }) {
  const { transcript, speakers, isComplete } = useStore(session.replay)
  if (!isComplete || !transcript) return <Facts detail={detail} />
  const known = speakers.filter(({ kind }) => kind !== 'unknown').length
  const people = known === 0 ? '' : `${known} ${known === 1 ? 'speaker' : 'speakers'}`
  const languages = spokenLanguages(transcript).map(languageName).join(', ')
  return <Facts detail={detail} heard={[people, languages]} />
}

function Facts({ detail, heard = [] }: { detail: MeetingDetail; heard?: readonly string[] }) {
  const { start, duration, host, number } = detail
  const facts = [
    new Date(start).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
    duration ? shortClockText(duration) : '',
    ...heard,
    host && `Host: ${host}`,
    number && `No. ${number}`,
  ].filter(Boolean)
  return (
    <span className={classes.facts} title={facts.join(' · ')}>
      {facts.join(' · ')}
    </span>
  )
}

function AboutButton({ detail }: { detail: MeetingDetail }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus withArrow shadow="md">
      <Popover.Target>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          className={classes.about}
          aria-label="About this meeting"
          title="About this meeting"
          onClick={() => setOpen(!isOpen)}
        >
          <IconInfoCircle size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <AboutMeeting detail={detail} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** All of it, where the line has no room. */
function AboutMeeting({ detail }: { detail: MeetingDetail }) {
  const { id, number, host, site, region, start, duration } = detail
  const rows = [
    ['Start', formatDate(start)],
    ['Length', duration ? shortClockText(duration) : ''],
    ['Host', host],
    ['Site', site],
    ['Region', region],
  ].filter(([, value]) => value)
  return (
    <dl className={classes.known}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {number && (
        <div>
          <dt>Number</dt>
          <dd>
            <CopyableId id={number} label="meeting number" length={24} />
          </dd>
        </div>
      )}
      <div>
        <dt>Meeting id</dt>
        <dd>
          <CopyableId id={id} label="meeting id" length={40} />
        </dd>
      </div>
    </dl>
  )
}
