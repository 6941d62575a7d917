import { plural } from '@livetap/contract'
import { shortClockText, speakerLabel, type TalkTime, talkTimes } from '@livetap/transcript'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import palette from '../palette.module.css'
import { speakerStyle } from '../speaker-colour'
import { NextTurn } from './next-turn'
import { useReplayData, useRoom } from './replay-context'
import classes from './talk-times.module.css'

interface Props {
  only: string | undefined
  onOnly: (speaker: string | undefined) => void
}

/** How long each speaker talks, the longest first; of each the lines can be shown alone and the next turn played. */
export function TalkTimes({ only, onOnly }: Props) {
  const { replay } = useRoom()
  const { transcript, colours } = useReplayData(replay)
  const times = useMemo(
    () => (transcript ? talkTimes(transcript).toSorted((a, b) => b.ms - a.ms) : []),
    [transcript],
  )
  if (!transcript) return null
  const total = times.reduce((sum, { ms }) => sum + ms, 0)
  const longest = Math.max(1, times[0]?.ms ?? 0)
  const nameOf = ({ speaker }: TalkTime) => speakerLabel(transcript, speaker) || 'Unknown speaker'
  return (
    <ul className={`${palette.palette} ${classes.list}`} aria-label="Talk time">
      {times.map(time => (
        <li key={time.speaker.key} style={speakerStyle(colours, time.speaker)}>
          <span className={classes.name}>{nameOf(time)}</span>
          <span className={classes.time}>
            {shortClockText(time.ms)} · {Math.round((100 * time.ms) / Math.max(1, total))} % · {time.turns}{' '}
            {plural(time.turns, 'turn')}
          </span>
          <span className={classes.track} aria-hidden>
            <span style={{ width: `${(100 * time.ms) / longest}%` }} />
          </span>
          <span className={classes.actions}>
            <Button
              size="compact-xs"
              variant={only === time.speaker.key ? 'light' : 'default'}
              aria-pressed={only === time.speaker.key}
              aria-label={`Show only ${nameOf(time)}`}
              onClick={() => onOnly(only === time.speaker.key ? undefined : time.speaker.key)}
            >
              Show only
            </Button>
            <NextTurn speaker={time.speaker.key} name={nameOf(time)} />
          </span>
        </li>
      ))}
    </ul>
  )
}
