import { Link } from 'react-router'
import { shortenMiddle } from '../ui/lists/shorten-middle'
import { RestrictedMark } from '../ui/meeting/restricted-mark'
import { SharingMark } from '../ui/meeting/sharing-mark'
import type { MeetingRow } from './meeting-rows'
import classes from './row-cells.module.css'

export const stateNames = {
  live: 'Live',
  transcribing: 'Transcribing',
  failed: 'Failed',
  ready: 'Ready',
  unknown: '',
} as const

/** Its title, or its id, with marks where it is restricted or shared. */
export function MeetingName({ row: { title, meetingId, isRestricted, sharing } }: { row: MeetingRow }) {
  return (
    <>
      {isRestricted && <RestrictedMark />}
      <SharingMark sharing={sharing} />
      {title || <span className="mono">{shortenMiddle(meetingId, 30)}</span>}
    </>
  )
}

interface StateProps {
  row: MeetingRow
  tabIndex: number
}

/** What a meeting is doing: how far it is, or why it failed, which leads to more. */
export function StateCell({ row: { state, progress, stage, reason, path }, tabIndex }: StateProps) {
  return (
    <span className={classes.state} data-state={state}>
      {stateNames[state]}
      {reason && ': '}
      {reason && (
        <Link className={classes.reason} to={path} tabIndex={tabIndex} data-hint={reason}>
          {reason}
        </Link>
      )}
      {state === 'transcribing' && ` ${Math.floor(progress * 100)} %`}
      {stage && (
        <span className={classes.stage} data-hint={stage}>
          {stage}
        </span>
      )}
    </span>
  )
}
