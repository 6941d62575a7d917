import { counted, fillRoute, type MeetingDetail, routes } from '@livetap/contract'
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
import { RestrictedMark } from '../ui/meeting/restricted-mark'
import { useStore } from '../use-store'
import classes from './meeting-heading.module.css'
import { meetingState } from './meeting-state'
import { MeetingTitle } from './meeting-title'
import { ShareButton } from './share/share-button'

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
      <MeetingTitle key={hub.meetingId} hub={hub} title={detail.title} />
      <State hub={hub} />
      {replay ? <HeardFacts detail={detail} session={replay} /> : <Facts detail={detail} />}
      {detail.restricted && <RestrictedMark />}
      {isWhole && (
        <>
          <AboutButton detail={detail} />
          <ShareButton hub={hub} />
        </>
      )}
    </div>
  )
}

function State({ hub }: { hub: MeetingHub }) {
  const state = meetingState(useStore(hub.record))
  const past = fillRoute(routes.past, { meeting_id: hub.meetingId })
  const isOpen = useMatch(routes.past) !== null
  if (!state) return null
  const { tone, label } = state
  // Where a failed meeting is open, its diagnosis says why.
  const more = tone === 'failed' && isOpen ? undefined : state.more
  const text = (
    <>
      <b>{label}</b> {more && <span className={classes.more}>{more}</span>}
    </>
  )
  return (
    <span className={classes.state} data-tone={tone} data-testid="meeting-state" data-hint={more}>
      {tone === 'failed' && !isOpen ? <Link to={past}>{text}</Link> : text}
    </span>
  )
}

/** The transcript that is open knows more than was counted when the meeting was asked after. */
function HeardFacts({ detail, session }: { detail: MeetingDetail; session: PastSession }) {
  const { transcript, speakers, isComplete } = useStore(session.replay)
  if (!isComplete || !transcript) return <Facts detail={detail} />
  const known = speakers.filter(({ kind }) => kind !== 'unknown').length
  return <Facts detail={{ ...detail, speakers: known, languages: spokenLanguages(transcript) }} />
}

function Facts({ detail }: { detail: MeetingDetail }) {
  const { start, duration, speakers, languages, host, number } = detail
  const facts = [
    formatDate(start),
    duration ? shortClockText(duration) : '',
    speakers ? counted(speakers, 'speaker') : '',
    languages?.map(languageName).join(', '),
    host && `Host: ${host}`,
    number && `No. ${number}`,
  ].filter(Boolean)
  return (
    <span className={classes.facts} data-hint={facts.join(' · ')}>
      <span className={classes.factsText}>{facts.join(' · ')}</span>
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
          data-hint="About this meeting"
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
