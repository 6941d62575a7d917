import { AUTO_SCROLL_MS, texts } from '@livetap/contract'
import {
  csisText,
  type Highlight,
  highlightedLines,
  speakerLabel,
  speakersOf,
  type Transcript,
  timeText,
} from '@livetap/transcript'
import { memo, useEffect, useLayoutEffect, useMemo } from 'react'
import { EmptyState } from '../../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../../shared/ui/feedback/error-state'
import { HighlightIcon, highlightNames } from '../../../shared/ui/meeting/highlight-mark'
import { useStore } from '../../../shared/use-store'
import { useVirtualRows } from '../../../shared/virtual-rows/use-virtual-rows'
import { DeleteHighlight } from '../edit/delete-highlight'
import { ClipButton } from '../player/clip-button'
import { useEditing, useNowPlaying, useReplayData, useRoom } from '../player/replay-context'
import type { AutoScroll } from './auto-scroll'
import classes from './list.module.css'

const ESTIMATED_PX = 61

export function HighlightList({ autoScroll, isLoading }: { autoScroll: AutoScroll; isLoading: boolean }) {
  const { replay, session, mayEdit } = useRoom()
  const { highlights, transcript } = useReplayData(replay)
  const speakers = useMemo(() => speakersIn(transcript, highlights), [transcript, highlights])
  const hasFailed = useStore(session, state => state?.highlightsFailed ?? false)
  const { virtual, view, block } = useVirtualRows<HTMLElement, HTMLUListElement>()
  const range = useStore(virtual)
  useLayoutEffect(() => (view.current ? autoScroll.attach(view.current) : undefined), [view, autoScroll])
  useLayoutEffect(() => virtual.reset(highlights.length, () => ESTIMATED_PX), [virtual, highlights])
  useLayoutEffect(() => virtual.measure())
  useEffect(() => {
    let shown = -1
    return replay.follower.subscribe(() => {
      const { highlight } = replay.follower.getSnapshot()
      if (highlight < 0 || highlight === shown || !autoScroll.getSnapshot().isOn) return
      shown = highlight
      if (replay.player.getSnapshot().phase === 'playing') virtual.glideTo(highlight, AUTO_SCROLL_MS)
      else virtual.jumpTo(highlight)
    })
  }, [replay, virtual, autoScroll])
  return (
    <section
      ref={view}
      className={classes.view}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Highlights"
      data-testid="highlight-list"
    >
      {hasFailed && session && (
        <ErrorState
          title={texts.past.failedHighlights}
          hint="There may be highlights that are not shown here."
          onRetry={() => void session.retryHighlights()}
        />
      )}
      {highlights.length === 0 && !isLoading && !hasFailed && (
        <EmptyState
          title={texts.past.noHighlights}
          hint={
            mayEdit
              ? 'Nothing was marked while it ran. Select words of the transcript and choose Highlight to add one.'
              : 'Nothing was marked in it.'
          }
        />
      )}
      <div className={classes.whole} style={{ height: range.total }}>
        <ul ref={block} className={classes.block} style={{ transform: `translateY(${range.top}px)` }}>
          {highlights.slice(range.first, range.last).map((highlight, i) => (
            <HighlightRow
              key={highlight.id}
              highlight={highlight}
              speaker={speakers[range.first + i] ?? ''}
              position={range.first + i}
            />
          ))}
        </ul>
      </div>
    </section>
  )
}

/** For each highlight the names of those whose lines it marks. */
function speakersIn(transcript: Transcript | undefined, highlights: readonly Highlight[]): string[] {
  if (!transcript) return []
  const { utterances } = transcript
  return highlightedLines(utterances, highlights).map(lines => {
    const names = lines.flatMap(line =>
      speakersOf(utterances[line]!).map(one => speakerLabel(transcript, one)),
    )
    return [...new Set(names)].filter(Boolean).join(', ')
  })
}

const HighlightRow = memo(function HighlightRow({
  highlight,
  speaker,
  position,
}: {
  highlight: Highlight
  /** Who says it, as far as it is known. */
  speaker: string
  position: number
}) {
  const { replay } = useRoom()
  const editing = useEditing()
  const light = useNowPlaying(replay, ({ highlight: current, litHighlights }) =>
    current === position ? 'current' : litHighlights.includes(position) ? 'lit' : '',
  )
  const { csis, source, label, startMs, endMs, id, text } = highlight
  return (
    <li
      className={`${classes.row} ${classes.highlight}`}
      data-highlight={id}
      data-light={light || undefined}
      aria-current={light === 'current' ? 'true' : undefined}
    >
      <div className={classes.gutter}>
        <ClipButton clip={{ key: `highlight ${id}`, startMs, endMs }} />
        <time className={classes.time}>{timeText(highlight)}</time>
      </div>
      <div className={classes.highlightText}>
        <p className={classes.highlightLead}>
          <HighlightIcon />
          <b>{highlightNames([label])}</b>
          {speaker && <span>{speaker}</span>}
        </p>
        <p dir="auto">{text}</p>
      </div>
      <div className={classes.side}>
        <span className={classes.badges}>
          {csis.length > 0 && <span className={classes.badge}>{texts.past.csis(csisText(csis))}</span>}
          {source && <span className={classes.badge}>{source}</span>}
        </span>
        {editing && <DeleteHighlight id={id} session={editing} />}
      </div>
    </li>
  )
})
