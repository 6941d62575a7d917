import { texts } from '@livetap/contract'
import type { AsrLine } from '@livetap/session'
import { csisText, shortClockText, textDirection, timeText } from '@livetap/transcript'
import { memo } from 'react'
import classes from './live-asr.module.css'

/** The palette of speaker bars; more speakers than that share colours. */
const COLOURS = 6

export const TranscriptRow = memo(function TranscriptRow({ line }: { line: AsrLine }) {
  const speaker = line.csis[0]
  return (
    <article
      className={classes.row}
      data-testid="asr-row"
      data-colour={speaker === undefined ? undefined : speaker % COLOURS}
    >
      <time className={classes.time} data-hint={timeText(line)}>
        {shortClockText(line.startMs)}
      </time>
      <p className={classes.text} dir={textDirection(line.text)} lang={line.languageCode}>
        {line.text}
      </p>
      <span className={classes.tags}>
        <span className={classes.tag} data-hint="Language code">
          {line.languageCode}
        </span>
        <span className={classes.tag} data-hint="Speaker ids (CSIs)">
          {texts.past.csis(csisText(line.csis) || '–')}
        </span>
      </span>
    </article>
  )
})
