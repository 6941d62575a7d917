import { fillRoute, type RelatedMomentsAnswer, routes } from '@livetap/contract'
import type { PastSession } from '@livetap/session'
import { shortClockText, textDirection, timeParam, type Utterance } from '@livetap/transcript'
import { CloseButton } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useRemoteLoad } from '../../../shared/remote/use-remote-load'
import { useRoom } from '../player/replay-context'
import classes from './related-moments.module.css'

interface Props {
  utterance: Utterance
  session: PastSession
  onClose: () => void
}

/** Under a line: moments of this and other meetings that mean something near to it. */
export function RelatedMoments({ utterance, session, onClose }: Props) {
  const panel = useRef<HTMLElement>(null)
  const { data, error } = useRemoteLoad(
    signal => session.calls.related(utterance.id, signal),
    [session, utterance.id],
  )
  const close = () => {
    // The keyboard stays at the line.
    panel.current?.closest('li')?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
    onClose()
  }
  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-label="Related moments"
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <header className={classes.head}>
        <span role="status">
          {error ? error.message : data ? summaryOf(data) : 'Looking for related moments…'}
        </span>
        <CloseButton size="xs" aria-label="Close related moments" onClick={close} />
      </header>
      {data && data.moments.length > 0 && (
        <ul className={classes.moments}>
          {data.moments.map(moment => (
            <li key={moment.line_id}>
              <RelatedMoment moment={moment} ownMeeting={session.calls.meetingId} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const summaryOf = ({ moments, notice }: RelatedMomentsAnswer) =>
  notice ?? (moments.length === 0 ? 'Nothing near to this was said in what you may open' : 'Related moments')

interface MomentProps {
  moment: RelatedMomentsAnswer['moments'][number]
  ownMeeting: string
}

function RelatedMoment({ moment, ownMeeting }: MomentProps) {
  const { replay } = useRoom()
  const { meeting_id, title, speaker, start_millis, text } = moment
  const isOwn = meeting_id === ownMeeting
  return (
    <Link
      className={classes.moment}
      to={`${fillRoute(routes.past, { meeting_id })}?t=${timeParam(start_millis)}`}
      onClick={event => {
        if (!isOwn || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        replay.command(player => player.seek(start_millis))
      }}
    >
      <span className={classes.place}>
        {isOwn ? 'This meeting' : title || meeting_id} · {shortClockText(start_millis)}
      </span>
      <span dir={textDirection(text)}>
        {speaker && `${speaker}: `}
        {text}
      </span>
    </Link>
  )
}
