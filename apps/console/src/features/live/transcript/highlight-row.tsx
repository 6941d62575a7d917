import { type Highlight, texts } from '@livetap/contract'
import { csisText, shortClockText, textDirection, timeText } from '@livetap/transcript'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { HighlightIcon, highlightNames } from '../../../shared/ui/meeting/highlight-mark'
import { piecesOf } from './bold-trigger'
import classes from './rows.module.css'

interface Props {
  highlight: Highlight
  /** Who says it, as far as it is known. */
  speaker: string
  isBusy: boolean
  /** Absent for those who may not. */
  onDelete: ((id: string) => void) | undefined
}

export const HighlightRow = memo(function HighlightRow({ highlight, speaker, isBusy, onDelete }: Props) {
  const { id, transcript, start_millis, end_millis, csis, highlight_source, highlight_label } = highlight
  const trigger = highlight.trigger_info?.trigger_word
  const pieces = piecesOf(transcript, trigger)
  const isInText = pieces.some(({ isTrigger }) => isTrigger)
  return (
    <article className={classes.row} data-testid="live-highlight">
      <time className={classes.time} data-hint={timeText({ startMs: start_millis, endMs: end_millis })}>
        <span>{shortClockText(start_millis)}</span>
        <span className={classes.until}>– {shortClockText(end_millis)}</span>
      </time>
      <div className={classes.words}>
        <span className={classes.lead}>
          <HighlightIcon />
          <span>{highlightNames([highlight_label])}</span>
          {speaker && <span className={classes.who}>{speaker}</span>}
        </span>
        <p className={classes.text} dir={textDirection(transcript)}>
          {/* "Highlight that" is said about other words: it is before them then. */}
          {trigger && !isInText && <b className={classes.trigger}>{trigger}</b>}
          {pieces.map(({ text, isTrigger }, at) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
            isTrigger ? <b key={at}>{text}</b> : text,
          )}
        </p>
      </div>
      <div className={classes.tail}>
        <span className={classes.tags}>
          <span className={classes.tag} data-hint="Speaker ids (CSIs)">
            {texts.past.csis(csisText(csis) || '–')}
          </span>
          {highlight_source && <span className={classes.tag}>{highlight_source}</span>}
        </span>
        {onDelete && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            className={classes.action}
            leftSection={<IconTrash size={14} />}
            loading={isBusy}
            onClick={() => onDelete(id)}
          >
            {texts.live.deleteHighlight}
          </Button>
        )}
      </div>
    </article>
  )
})
