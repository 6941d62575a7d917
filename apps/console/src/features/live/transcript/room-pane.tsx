import { type Highlight, type LiveTranscript, type OffTheRecordRange, texts } from '@livetap/contract'
import { howFarBehindMs, type LiveMeeting, speakerOf } from '@livetap/session'
import { type OffTheRecordStretch, placesInOrder } from '@livetap/transcript'
import { Badge, Button, Tabs } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useMayHere } from '../../../shared/meeting-hub/use-may-here'
import { useNow } from '../../../shared/time/use-now'
import { EmptyState } from '../../../shared/ui/feedback/empty-state'
import frame from '../../../shared/ui/layout/live-frame.module.css'
import { FollowList } from '../../../shared/ui/lists/follow-list'
import { BehindBadge } from '../../../shared/ui/meeting/behind-badge'
import { OffTheRecordRow } from '../../../shared/ui/meeting/off-the-record-row'
import { useStore } from '../../../shared/use-store'
import { Entering } from '../entering'
import classes from '../live.module.css'
import { RecordingClock } from '../recording-clock'
import { HighlightRow } from './highlight-row'
import { marksOf, speakersIn } from './highlighted-rows'
import { InterimLine } from './interim-line'
import type { SpeakerColours } from './speaker-colour'
import { TranscriptRow } from './transcript-row'

export type RoomTab = 'transcripts' | 'highlights'

interface Props {
  live: LiveMeeting
  colours: SpeakerColours
  tab: RoomTab
  onTab: (tab: RoomTab) => void
  jumps: number
  onJump: () => void
  /** A moment that is looked at, on the meeting's clock; none once the newest line is wanted. */
  lookedAtMs: number | undefined
}

const keyOf = ({ id }: { id: string }) => id

/** A line of the transcript, or a stretch of which nothing was kept. */
type Line = { id: string; row: LiveTranscript } | { id: string; range: OffTheRecordStretch }

function linesOf(transcripts: readonly LiveTranscript[], offTheRecord: readonly OffTheRecordRange[]): Line[] {
  const ranges = offTheRecord.map(one => ({ startMs: one.from_millis, endMs: one.until_millis, by: one.by }))
  const places = placesInOrder(
    transcripts.map(({ transcript }) => ({ startMs: transcript.start_millis, endMs: transcript.end_millis })),
    ranges,
  )
  const silencesAt = (place: number) =>
    (places.get(place) ?? []).map(range => ({ id: `off ${range.startMs}`, range }))
  return [
    ...transcripts.flatMap((row, at): Line[] => [...silencesAt(at), { id: row.id, row }]),
    ...silencesAt(transcripts.length),
  ]
}

/** The line in which a moment is, or the last one before it. */
function lineAt(transcripts: readonly LiveTranscript[], atMs: number | undefined): string | undefined {
  if (atMs === undefined) return undefined
  return transcripts.findLast(({ transcript }) => transcript.start_millis <= atMs)?.id
}

export function RoomPane({ live, colours, tab, onTab, jumps, onJump, lookedAtMs }: Props) {
  const { transcripts, highlights } = useStore(live)
  const shown = lineAt(transcripts, lookedAtMs)
  const [held, setHeld] = useState(false)
  const isStill = held || shown !== undefined
  return (
    <section className={frame.pane} aria-label="Meeting">
      <header className={`${frame.paneHead} ${classes.head}`}>
        <Tabs
          value={tab}
          onChange={value => onTab(value as RoomTab)}
          classNames={{ root: classes.tabs, list: classes.tabList }}
        >
          <Tabs.List>
            <Tab value="transcripts" label={texts.live.tabTranscripts} count={transcripts.length} />
            <Tab value="highlights" label={texts.live.tabHighlights} count={highlights.length} />
          </Tabs.List>
        </Tabs>
        <RecordingClock live={live} />
        <Behind live={live} />
        <span className={classes.follow}>
          <Badge
            variant="light"
            radius="sm"
            color={isStill ? 'gray' : 'accent'}
            className={`${classes.plain} ${classes.scrollBadge}`}
            data-testid="auto-scroll"
          >
            {isStill ? 'Auto-scroll paused' : 'Auto-scroll on'}
          </Badge>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconArrowDown size={14} />}
            onClick={onJump}
          >
            Newest
          </Button>
        </span>
      </header>
      {tab === 'transcripts' ? (
        <Transcripts
          live={live}
          colours={colours}
          held={isStill}
          onHold={setHeld}
          jumps={jumps}
          shown={shown}
        />
      ) : (
        <Highlights live={live} held={held} onHold={setHeld} jumps={jumps} />
      )}
      <InterimLine live={live} colours={colours} />
    </section>
  )
}

function Behind({ live }: { live: LiveMeeting }) {
  const room = useStore(live)
  const now = useNow()
  return <BehindBadge behindMs={howFarBehindMs(room, now)} />
}

function Tab({ value, label, count }: { value: RoomTab; label: string; count: number }) {
  return (
    <Tabs.Tab
      value={value}
      rightSection={
        <Badge size="sm" variant="light" color="gray" radius="sm" className={classes.count}>
          {count}
        </Badge>
      }
    >
      {label}
    </Tabs.Tab>
  )
}

interface ListProps {
  live: LiveMeeting
  held: boolean
  onHold: (held: boolean) => void
  jumps: number
}

function Transcripts({
  live,
  colours,
  shown,
  ...list
}: ListProps & { colours: SpeakerColours; shown: string | undefined }) {
  const { transcripts, highlights, offTheRecord, busy, phase } = useStore(live)
  const lines = useMemo(() => linesOf(transcripts, offTheRecord), [transcripts, offTheRecord])
  const owners = useOwners(live)
  const marks = useMemo(() => marksOf(transcripts, highlights), [transcripts, highlights])
  const create = useCallback((row: LiveTranscript) => void live.highlights.create(row), [live])
  const mayEdit = useMayHere('meeting.edit')
  const { state } = useStore(live.recorder)
  if (lines.length === 0)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
      <section className={frame.room} tabIndex={0} aria-label={texts.live.tabTranscripts}>
        {phase === 'live' ? (
          <EmptyState
            title="No speech yet"
            hint={`${state === 'recording' ? 'Speak' : 'When someone speaks'}: the words appear below while they are said, and here when they are final.`}
          />
        ) : (
          <Entering live={live} />
        )}
      </section>
    )
  return (
    <FollowList
      {...list}
      shown={shown}
      label={texts.live.tabTranscripts}
      items={lines}
      keyOf={keyOf}
      render={line =>
        'range' in line ? (
          <OffTheRecordRow range={line.range} />
        ) : (
          <TranscriptRow
            row={line.row}
            speaker={speakerOf(line.row, owners)}
            colours={colours}
            isBusy={busy.has(line.id)}
            marks={marks.get(line.id) ?? ''}
            isShown={line.id === shown}
            onHighlight={mayEdit ? create : undefined}
          />
        )
      }
    />
  )
}

/** Who has which microphone, by its key. */
function useOwners(live: LiveMeeting): ReadonlyMap<string, string> {
  const { participants } = useStore(live)
  return useMemo(() => new Map(participants.map(({ key, name }) => [key, name])), [participants])
}

function Highlights({ live, ...list }: ListProps) {
  const { transcripts, highlights, busy } = useStore(live)
  const owners = useOwners(live)
  const speakers = useMemo(
    () => speakersIn(transcripts, highlights, owners),
    [transcripts, highlights, owners],
  )
  const remove = useCallback((id: string) => void live.highlights.delete(id), [live])
  const mayEdit = useMayHere('meeting.edit')
  if (highlights.length === 0)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
      <section className={frame.room} tabIndex={0} aria-label={texts.live.tabHighlights}>
        <EmptyState
          title="No highlights yet"
          hint={
            mayEdit
              ? `Say “OK EVA, highlight that”, or use ${texts.live.createHighlight} beside a line of the transcript.`
              : 'What is marked while the meeting runs is listed here.'
          }
        />
      </section>
    )
  return (
    <FollowList
      {...list}
      label={texts.live.tabHighlights}
      items={highlights as readonly Highlight[]}
      keyOf={keyOf}
      render={highlight => (
        <HighlightRow
          highlight={highlight}
          speaker={speakers.get(highlight.id) ?? ''}
          isBusy={busy.has(highlight.id)}
          onDelete={mayEdit ? remove : undefined}
        />
      )}
    />
  )
}
