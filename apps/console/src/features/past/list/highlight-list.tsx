import { AUTO_SCROLL_MS, texts } from '@livetap/contract'
import { csisText, type Highlight, timeText } from '@livetap/transcript'
import { memo, useEffect, useLayoutEffect } from 'react'
import { EmptyState } from '../../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../../shared/ui/feedback/error-state'
import { labelText } from '../../../shared/ui/lists/label-text'
import { useStore } from '../../../shared/use-store'
import { useVirtualRows } from '../../../shared/virtual-rows/use-virtual-rows'
import { DeleteHighlight } from '../edit/delete-highlight'
import { ClipButton } from '../player/clip-button'
import { useNowPlaying, useReplayData, useRoom } from '../player/replay-context'
import type { AutoScroll } from './auto-scroll'
import classes from './list.module.css'

const ESTIMATED_PX = 57

export function HighlightList({ autoScroll, isLoading }: { autoScroll: AutoScroll; isLoading: boolean }) {
  const { replay, session } = useRoom()
  const { highlights } = useReplayData(replay)
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
            session
              ? 'Nothing was marked while it ran. Select words of the transcript and choose Highlight to add one.'
              : 'The transcripts file holds no highlights.'
          }
        />
      )}
      <div className={classes.whole} style={{ height: range.total }}>
        <ul ref={block} className={classes.block} style={{ transform: `translateY(${range.top}px)` }}>
          {highlights.slice(range.first, range.last).map((highlight, i) => (
            <HighlightRow key={highlight.id} highlight={highlight} position={range.first + i} />
          ))}
        </ul>
      </div>
    </section>
  )
}

const HighlightRow = memo(function HighlightRow({
  highlight,
  position,
}: {
  highlight: Highlight
  position: number
}) {
  const { replay, session } = useRoom()
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
      <p className={classes.highlightText} dir="auto">
        {text}
      </p>
      <div className={classes.side}>
        <span className={classes.badges}>
          {csis.length > 0 && <span className={classes.badge}>{texts.past.csis(csisText(csis))}</span>}
          {source && <span className={classes.badge}>{source}</span>}
          {label && <span className={classes.badge}>{labelText(label)}</span>}
        </span>
        {session && <DeleteHighlight id={id} session={session} />}
      </div>
    </li>
  )
})
