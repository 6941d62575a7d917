import { AUTO_SCROLL_MS, texts } from '@livetap/contract'
import {
  type DisplayRow,
  displayRows,
  type OffTheRecordStretch,
  placesInOrder,
  type SearchResult,
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
  useState,
} from 'react'
import { useClientWidth } from '../../../shared/ui/layout/use-client-width'
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
  onFind: () => void
}

export function TranscriptList({ handle, autoScroll, search, currentMatch, showsTrust, onFind }: Props) {
  const { replay } = useRoom()
  const { transcript, offTheRecord } = useReplayData(replay)
  const { virtual, view, block } = useVirtualRows<HTMLElement, HTMLUListElement>()
  const [line] = useState(() => new RunningLine(replay))
  const [marker] = useState(() => new WordMarker(replay.follower, line))
  const rows = useMemo(() => (transcript ? displayRows(transcript) : []), [transcript])
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
      show: (utterance, character = 0) => virtual.jumpTo(rowOf(rows, utterance, character)),
      focus: () => view.current?.focus(),
    }),
    [virtual, view, rows],
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
          {...{ virtual, marker, rows, transcript, silences, search, currentMatch, showsTrust }}
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
          />
        ))}
      </ul>
    </div>
  )
})

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

/** Estimates once for each transcript and width; gives the width. */
function useEstimates(
  virtual: VirtualRows,
  view: RefObject<HTMLElement | null>,
  transcript: Transcript | undefined,
  rows: readonly DisplayRow[],
): number {
  const width = useClientWidth(view)
  useLayoutEffect(() => {
    if (!transcript || width === 0) return
    virtual.reset(rows.length, row => estimateRowHeight(transcript, rows[row]!, width))
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
