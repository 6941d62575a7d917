import { texts } from '@livetap/contract'
import {
  csisText,
  type DisplayRow,
  type OffTheRecordStretch,
  otherLanguage,
  type SearchResult,
  type Speaker,
  speakerLabel,
  type Transcript,
  timeText,
} from '@livetap/transcript'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { languageName } from '../../../shared/language-name'
import { HighlightMark } from '../../../shared/ui/meeting/highlight-mark'
import { OffTheRecordRow } from '../../../shared/ui/meeting/off-the-record-row'
import { useStore } from '../../../shared/use-store'
import { EditPanel } from '../edit/edit-panel'
import { SpeakerName } from '../edit/speaker-name'
import { ClipButton } from '../player/clip-button'
import { useNowPlaying, useRoom } from '../player/replay-context'
import { RelatedMoments } from '../related/related-moments'
import { speakerStyle } from '../speaker-colour'
import classes from './list.module.css'
import { RowActions } from './row-actions'
import { rowLines } from './row-lines'
import { textPieces } from './text-pieces'
import type { WordMarker } from './word-marker'

interface Props {
  row: DisplayRow
  position: number
  transcript: Transcript
  marker: WordMarker
  observer: ResizeObserver
  search: SearchResult | undefined
  currentMatch: number
  showsTrust: boolean
  /** The speaker whose words alone are shown. */
  only: string | undefined
  /** What the highlights of the line are called; none: ''. */
  marks: string
  /** What was off the record around it. */
  before: readonly OffTheRecordStretch[] | undefined
  after: readonly OffTheRecordStretch[] | undefined
}

type Light = 'current' | 'lit' | ''

export const TranscriptRow = memo(function TranscriptRow(props: Props) {
  const { row, position, transcript, marker, observer, search, currentMatch, showsTrust } = props
  const { only, marks, before, after } = props
  const { replay, session } = useRoom()
  const utterance = transcript.utterances[row.utterance]!
  const root = useRef<HTMLLIElement>(null)
  const [isActive, setActive] = useState(false)
  const [showsRelated, setShowsRelated] = useState(false)
  const light = useNowPlaying<Light>(replay, ({ utterance: current, litUtterances }) =>
    current === row.utterance ? 'current' : litUtterances.includes(row.utterance) ? 'lit' : '',
  )
  const isEditing = useIsEditing(utterance.id) && row.part === 0
  useEffect(() => {
    const element = root.current
    if (!element) return
    observer.observe(element)
    return () => observer.unobserve(element)
  }, [observer])
  useLayoutEffect(() => {
    if (light) marker.refresh()
  })
  const lines = rowLines(transcript, row, only)
  const { colours } = replay.getSnapshot()
  const language = otherLanguage(transcript, row.utterance)
  return (
    <li
      ref={root}
      aria-setsize={transcript.utterances.length}
      aria-posinset={row.utterance + 1}
      className={classes.row}
      data-row={position}
      data-utterance={utterance.id}
      data-light={light || undefined}
      aria-current={light === 'current' ? 'true' : undefined}
      onPointerEnter={() => setActive(true)}
      onPointerLeave={() => setActive(false)}
      onFocus={() => setActive(true)}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) setActive(false)
      }}
    >
      {before?.map(range => (
        <OffTheRecordRow key={range.startMs} range={range} />
      ))}
      <div className={classes.gutter}>
        {row.part === 0 && (
          <>
            <ClipButton clip={{ key: utterance.id, startMs: utterance.startMs, endMs: utterance.endMs }} />
            <time className={classes.time}>{timeText(utterance)}</time>
            {marks !== '' && <HighlightMark names={marks} />}
          </>
        )}
      </div>
      <div className={classes.words}>
        {isEditing && session ? (
          <>
            {lines.map(
              ({ from, speaker }) =>
                speaker && (
                  <div key={from} style={speakerStyle(colours, speaker)}>
                    <Label transcript={transcript} speaker={speaker} />
                  </div>
                ),
            )}
            <EditPanel utterance={utterance} session={session} />
          </>
        ) : (
          lines.map(line => (
            <p
              key={line.from}
              className={classes.line}
              dir="auto"
              lang={language}
              style={speakerStyle(colours, line.speaker)}
            >
              {line.speaker && <Label transcript={transcript} speaker={line.speaker} />}
              <span data-from={line.from}>
                {textPieces(transcript, row, line.from, line.to, {
                  hasWords: light !== '',
                  search,
                  currentMatch,
                  showsTrust,
                }).map(piece => {
                  const text = utterance.text.slice(piece.from, piece.to)
                  if (piece.word === undefined && !piece.found && !piece.trust) return text
                  return (
                    <span
                      key={piece.from}
                      data-word={piece.word}
                      data-found={piece.found}
                      data-trust={piece.trust}
                    >
                      {text}
                    </span>
                  )
                })}
              </span>
            </p>
          ))
        )}
        {showsRelated && session && row.part === 0 && (
          <RelatedMoments utterance={utterance} session={session} onClose={() => setShowsRelated(false)} />
        )}
      </div>
      <div className={classes.side}>
        {row.part === 0 && (
          <>
            {(isActive || light === 'current') && !isEditing && (
              <RowActions
                utterance={utterance}
                showsRelated={showsRelated}
                onRelated={() => setShowsRelated(!showsRelated)}
              />
            )}
            <span className={classes.badges}>
              {utterance.csis.length > 0 && (
                <span className={classes.badge}>{texts.past.csis(csisText(utterance.csis))}</span>
              )}
              {language && <span className={classes.badge}>{languageName(language)}</span>}
              {utterance.transcriptType && <span className={classes.badge}>{utterance.transcriptType}</span>}
              {utterance.edited && <span className={classes.badge}>edited</span>}
              {utterance.timesEstimated && (
                <span className={classes.badge} data-hint="The recogniser gave no times for its words">
                  times estimated
                </span>
              )}
            </span>
          </>
        )}
      </div>
      {after?.map(range => (
        <OffTheRecordRow key={range.startMs} range={range} />
      ))}
      {light === 'current' && !isEditing && <span className={classes.bar} data-bar aria-hidden />}
    </li>
  )
})

function Label({ transcript, speaker }: { transcript: Transcript; speaker: Speaker }) {
  const name = transcript.speakerNames.get(speaker.id)?.name
  const label =
    name === undefined
      ? texts.past.speaker(speaker.id, '').trimEnd()
      : `${speakerLabel(transcript, speaker)}:`
  return (
    <>
      <SpeakerName speaker={speaker} label={label} name={name ?? ''} isTabStop={false} />{' '}
    </>
  )
}

function useIsEditing(id: string): boolean {
  const { session } = useRoom()
  return useStore(session?.editor, state => state?.id === id)
}
