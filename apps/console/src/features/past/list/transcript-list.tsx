import { AUTO_SCROLL_MS, texts } from '@livetap/contract'
import {
  type DisplayRow,
  displayRows,
  type Highlight,
  highlightedLines,
  type OffTheRecordStretch,
  placesInOrder,
  type SearchResult,
  speakersOf,
  type Transcript,
  wordAtCharacter,
} from '@livetap/transcript'
import {
  type MouseEvent,
  memo,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useClientWidth } from '../../../shared/ui/layout/use-client-width'
import { highlightNames } from '../../../shared/ui/meeting/highlight-mark'
import { useStore } from '../../../shared/use-store'
import { useVirtualRows } from '../../../shared/virtual-rows/use-virtual-rows'
import type { VirtualRows } from '../../../shared/virtual-rows/virtual-rows'
import { useReplayData, useRoom } from '../player/replay-context'
import type { AutoScroll } from './auto-scroll'
import { characterAt } from './clicked-character'
import classes from './list.module.css'
import { estimateRowHeight } from './row-height'
import { RunningLine } from './running-line'
import { TranscriptRow } from './transcript-row'
import { WordMarker } from './word-marker'

export interface ListHandle {
  /** Brings a character of an utterance into view. */
  show(utterance: number, character?: number): void
  focus(): void
}

interface Props {
  handle: RefObject<ListHandle | null>
  autoScroll: AutoScroll
  search: SearchResult | undefined
  currentMatch: number
  showsTrust: boolean
  /** The key of the speaker whose lines alone are shown. */
  only: string | undefined
  /** Something is to be shown that is left out. */
  onShowAll: () => void
  onFind: () => void
}

export function TranscriptList(props: Props) {
  const { handle, autoScroll, search, currentMatch, showsTrust, only, onShowAll, onFind } = props
  const { replay } = useRoom()
  const { transcript, offTheRecord, highlights } = useReplayData(replay)
  const { virtual, view, block } = useVirtualRows<HTMLElement, HTMLUListElement>()
  const [line] = useState(() => new RunningLine(replay))
  const [marker] = useState(() => new WordMarker(replay.follower, line))
  const rows = useMemo(() => (transcript ? rowsOf(transcript, only) : []), [transcript, only])
  const marks = useMemo(() => marksOf(transcript, highlights), [transcript, highlights])
  const silences = useMemo(
    () => placesInOrder(transcript?.utterances ?? [], offTheRecord),
    [transcript, offTheRecord],
  )

  useLayoutEffect(() => {
    if (!view.current || !block.current) return
    const stops = [marker.attach(block.current), line.watch(marker.refresh), autoScroll.attach(view.current)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [view, block, marker, line, autoScroll])

  const width = useEstimates(virtual, view, transcript, rows)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width moves every word
  useLayoutEffect(marker.refresh, [marker, width])
  useFollowing(virtual, view, autoScroll, rows)

  useImperativeHandle(
    handle,
    () => ({
      show: (utterance, character = 0) => {
        const row = rowOf(rows, utterance, character)
        if (rows[row]?.utterance === utterance) return virtual.jumpTo(row)
        flushSync(onShowAll)
        handle.current?.show(utterance, character)
      },
      focus: () => view.current?.focus(),
    }),
    [virtual, view, rows, handle, onShowAll],
  )

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (!transcript || target.closest('button, textarea, input') || !getSelection()?.isCollapsed) return
    const row = rows[Number(target.closest<HTMLElement>('[data-row]')?.dataset.row)]
    const character = row && characterAt(event.clientX, event.clientY)
    if (character === undefined) return
    const word = wordAtCharacter(transcript, row!.utterance, character)
    const at = word >= 0 ? transcript.words.startMs[word] : transcript.utterances[row!.utterance]?.startMs
    if (at !== undefined) replay.command(player => player.seek(at))
  }

  return (
    <section
      ref={view}
      className={classes.view}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={texts.past.downloadTranscripts}
      data-testid="transcript-list"
      onClick={onClick}
      onKeyDown={event => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return
        event.preventDefault()
        onFind()
      }}
    >
      {transcript && (
        <Rows
          {...{ virtual, marker, rows, transcript, silences, marks, only, search, currentMatch, showsTrust }}
          block={block}
        />
      )}
    </section>
  )
}

interface RowsProps {
  virtual: VirtualRows
  marker: WordMarker
  rows: readonly DisplayRow[]
  transcript: Transcript
  /** What was off the record, by the utterance that it comes before. */
  silences: ReadonlyMap<number, readonly OffTheRecordStretch[]>
  /** What the highlights of a line are called, by its position. */
  marks: ReadonlyMap<number, string>
  only: string | undefined
  search: SearchResult | undefined
  currentMatch: number
  showsTrust: boolean
  block: RefObject<HTMLUListElement | null>
}

const Rows = memo(function Rows({
  virtual,
  marker,
  rows,
  transcript,
  silences,
  marks,
  only,
  search,
  currentMatch,
  showsTrust,
  block,
}: RowsProps) {
  const range = useStore(virtual)
  const [observer] = useState(() => new ResizeObserver(virtual.measure))
  const stepped = search?.at(currentMatch)?.utterance
  // Rows that stay may change their height too; the observer tells of those, before they are drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows are there
  useLayoutEffect(virtual.measure, [virtual, range, rows])
  const shown: DisplayRow[] = rows.slice(range.first, range.last)
  return (
    <div className={classes.whole} style={{ height: range.total }}>
      <ul ref={block} className={classes.block} style={{ transform: `translateY(${range.top}px)` }}>
        {shown.map((row, i) => (
          <TranscriptRow
            key={`${transcript.utterances[row.utterance]!.id}/${row.part}`}
            position={range.first + i}
            observer={observer}
            marker={marker}
            row={row}
            transcript={transcript}
            before={row.part === 0 ? silences.get(row.utterance) : undefined}
            after={range.first + i === rows.length - 1 ? silences.get(row.utterance + 1) : undefined}
            search={search && hasMatch(search, row.utterance) ? search : undefined}
            currentMatch={row.utterance === stepped ? currentMatch : -1}
            showsTrust={showsTrust}
            only={only}
            marks={marks.get(row.utterance) ?? ''}
          />
        ))}
      </ul>
    </div>
  )
})

/** All rows, or those of the utterances in which one of the speakers speaks. */
function rowsOf(transcript: Transcript, only: string | undefined): DisplayRow[] {
  const rows = displayRows(transcript)
  if (only === undefined) return rows
  const isTheirs = transcript.utterances.map(one => speakersOf(one).some(({ key }) => key === only))
  return rows.filter(({ utterance }) => isTheirs[utterance])
}

function marksOf(
  transcript: Transcript | undefined,
  highlights: readonly Highlight[],
): ReadonlyMap<number, string> {
  const labels = new Map<number, string[]>()
  highlightedLines(transcript?.utterances ?? [], highlights).forEach((lines, at) => {
    for (const line of lines) labels.set(line, [...(labels.get(line) ?? []), highlights[at]!.label])
  })
  return new Map(Array.from(labels, ([line, all]) => [line, highlightNames(all)]))
}

/** Rows without a match stay as they are while a query is typed. */
function hasMatch(search: SearchResult, utterance: number): boolean {
  const { first, last } = search.inUtterance(utterance)
  return first < last
}

/** The row of an utterance that holds a character. Rows are in the utterances' order. */
function rowOf(rows: readonly DisplayRow[], utterance: number, character = 0): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = rows[middle]!
    if (row.utterance < utterance || (row.utterance === utterance && row.to <= character)) low = middle + 1
    else high = middle
  }
  return Math.min(low, rows.length - 1)
}

interface ListedText {
  transcript: Transcript
  rows: readonly DisplayRow[]
}

/** Where a reader of one text finds in another what was in a row: the same utterance, else what is said at its time. */
function rowNow(before: ListedText, row: number, now: ListedText): number {
  const { utterance: position, from } = before.rows[row]!
  const { id, startMs } = before.transcript.utterances[position]!
  const { utterances } = now.transcript
  const place =
    utterances[position]?.id === id ? position : utterances.findLastIndex(one => one.startMs <= startMs)
  return rowOf(now.rows, Math.max(0, place), from)
}

/** Estimates once for each text and width, where the reader stays; gives the width. */
function useEstimates(
  virtual: VirtualRows,
  view: RefObject<HTMLElement | null>,
  transcript: Transcript | undefined,
  rows: readonly DisplayRow[],
): number {
  const width = useClientWidth(view)
  const shown = useRef<ListedText>(null)
  useLayoutEffect(() => {
    if (!transcript || width === 0) return
    const estimate = (row: number) => estimateRowHeight(transcript, rows[row]!, width)
    const before = shown.current
    shown.current = { transcript, rows }
    if (before) virtual.resetInPlace(rows.length, estimate, row => rowNow(before, row, { transcript, rows }))
    else virtual.reset(rows.length, estimate)
    virtual.measure()
  }, [virtual, transcript, rows, width])
  return width
}

/** Follows the sound: centres the playing row, gliding while it plays, at once after a jump. */
function useFollowing(
  virtual: VirtualRows,
  view: RefObject<HTMLElement | null>,
  autoScroll: AutoScroll,
  rows: readonly DisplayRow[],
): void {
  const { replay } = useRoom()
  const playingRow = useEffectEvent(() => {
    const { utterance, word } = replay.follower.getSnapshot()
    if (utterance < 0 || rows.length === 0) return -1
    const words = replay.getSnapshot().transcript?.words
    const inside = word >= 0 && words?.utterance[word] === utterance ? words.textFrom[word] : 0
    return rowOf(rows, utterance, inside)
  })
  useEffect(() => {
    let shown = -1
    const follow = () => {
      const row = autoScroll.getSnapshot().isOn ? playingRow() : -1
      if (row < 0 || row === shown) return
      shown = row
      const { phase } = replay.player.getSnapshot()
      if (phase === 'playing') virtual.glideTo(row, AUTO_SCROLL_MS)
      else virtual.jumpTo(row)
    }
    const again = () => {
      shown = -1
      follow()
    }
    // The play bar grows when its lanes are drawn: what was the middle is the middle no more.
    const resized = new ResizeObserver(again)
    if (view.current) resized.observe(view.current)
    const stops = [replay.follower.subscribe(follow), autoScroll.subscribe(again), () => resized.disconnect()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [virtual, view, autoScroll, replay])
}
