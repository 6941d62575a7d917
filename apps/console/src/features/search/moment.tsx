import type { SearchMoment } from '@livetap/contract'
import { shortClockText, textDirection } from '@livetap/transcript'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './search.module.css'

interface Props {
  moment: SearchMoment
  path: string
  onOpen: () => void
}

/** A line with its marked words between the lines around it; the whole of it is the link. */
export function Moment({ moment, path, onOpen }: Props) {
  const { kind, speaker, mark_millis, text, marks, before, after, found_by } = moment
  return (
    <Link
      to={path}
      className={classes.moment}
      data-moment={`${kind}-${moment.meeting_id}-${moment.line_id}`}
      data-path={path}
      onClick={onOpen}
    >
      {before && <Neighbour {...before} />}
      <span className={classes.line} dir={textDirection(text)}>
        <span className={classes.time}>{kind === 'title' ? 'Title' : shortClockText(mark_millis)}</span>
        <span>
          {speaker && <span className={classes.speaker}>{speaker}: </span>}
          {kind === 'highlight' && <span className={classes.speaker}>Highlight: </span>}
          {markedText(text, marks)}
          {found_by === 'meaning' && <span className={classes.byMeaning}> · by meaning</span>}
        </span>
      </span>
      {after && <Neighbour {...after} />}
    </Link>
  )
}

const Neighbour = ({ speaker, text }: { speaker: string; text: string }) => (
  <span className={classes.neighbour} dir={textDirection(text)}>
    {speaker && `${speaker}: `}
    {text}
  </span>
)

function markedText(text: string, marks: SearchMoment['marks']): ReactNode[] {
  const parts: ReactNode[] = []
  let at = 0
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>)
    at = to
  }
  return [...parts, text.slice(at)]
}
