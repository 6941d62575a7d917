import { type LiveTranscript, texts } from '@livetap/contract'
import { personOf } from '@livetap/session'
import { csisText, shortClockText, textDirection, timeText } from '@livetap/transcript'
import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { memo } from 'react'
import { HighlightMark } from '../../../shared/ui/meeting/highlight-mark'
import classes from './rows.module.css'
import type { SpeakerColours } from './speaker-colour'

interface Props {
  row: LiveTranscript
  speaker: string | undefined
  colours: SpeakerColours
  isBusy: boolean
  /** What its highlights are called; none: ''. */
  marks: string
  /** The moment that is looked at is in it. */
  isShown: boolean
  /** Absent for those who may not. */
  onHighlight: ((row: LiveTranscript) => void) | undefined
}

export const TranscriptRow = memo(function TranscriptRow({
  row,
  speaker,
  colours,
  isBusy,
  marks,
  isShown,
  onHighlight,
}: Props) {
  const { text, start_millis, end_millis, csis, language_code } = row.transcript
  const range = { startMs: start_millis, endMs: end_millis }
  return (
    <article
      className={classes.row}
      data-testid="live-row"
      aria-current={isShown || undefined}
      style={colours.style(personOf(row))}
    >
      <time className={classes.time} data-hint={timeText(range)}>
        <span>{shortClockText(start_millis)}</span>
        <span className={classes.until}>– {shortClockText(end_millis)}</span>
      </time>
      <div className={classes.words}>
        {speaker && <span className={classes.speaker}>{speaker}</span>}
        {marks !== '' && <HighlightMark names={marks} />}
        <p className={classes.text} dir={textDirection(text)} lang={language_code}>
          {text}
        </p>
        {Object.entries(row.translations).map(([language, translated]) => (
          <p key={language} className={classes.translation} dir={textDirection(translated)} lang={language}>
            <span className={classes.code}>{language}</span> {translated}
          </p>
        ))}
      </div>
      <div className={classes.tail}>
        <span className={classes.tag} data-hint="Speaker ids (CSIs)">
          {texts.past.csis(csisText(csis) || '–')}
        </span>
        {onHighlight && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            className={classes.action}
            leftSection={<IconBookmark size={14} />}
            loading={isBusy}
            onClick={() => onHighlight(row)}
          >
            {texts.live.createHighlight}
          </Button>
        )}
      </div>
    </article>
  )
})
