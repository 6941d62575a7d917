import { texts } from '@livetap/contract'
import { Switch } from '@mantine/core'
import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { FooterSlot } from '../../shared/frame/slots'
import { AutoScroll } from './list/auto-scroll'
import { AutoScrollContext } from './list/auto-scroll-context'
import { HighlightList } from './list/highlight-list'
import { ReplaceBox } from './list/replace-box'
import { SearchBox } from './list/search-box'
import { LOW, MIDDLE } from './list/text-pieces'
import { type ListHandle, TranscriptList } from './list/transcript-list'
import { useSearch } from './list/use-search'
import { ListNotices } from './list-notices'
import classes from './past.module.css'
import type { PastTab } from './past-tab'
import { PastTabs } from './past-tabs'
import { PlayBar } from './player/play-bar'
import { PlayBarPlace } from './player/play-bar-place'
import { useEditing, useReplayData, useRoom } from './player/replay-context'
import { SpeakerStrip } from './player/speaker-strip'
import { useReplayKeys } from './player/use-replay-keys'
import { VideoPanel } from './player/video-panel'

interface Props {
  header: ReactNode
  /** The way to the other views of the meeting. */
  views?: ReactNode
  opensHighlights?: boolean
  isLoading: boolean
  /** False until the first text is drawn: what is around it keeps its place empty. */
  isWhole?: boolean
  videoUrl?: string
  /** It will come: its place is kept. */
  awaitsVideo?: boolean
  onVideoError?: () => void
  /** In place of the transcript: loading, processing, failed, empty. */
  children?: ReactNode
}

/** The screen of a past meeting, whether its data comes from the server or from this computer. */
export function ReplayView({
  header,
  views,
  opensHighlights = false,
  isLoading,
  isWhole = true,
  videoUrl,
  awaitsVideo = false,
  onVideoError,
  children,
}: Props) {
  const { replay } = useRoom()
  const editing = useEditing()
  const { transcript, speakers } = useReplayData(replay)
  const [autoScroll] = useState(() => new AutoScroll())
  useEffect(() => autoScroll.watchWindow(), [autoScroll])
  const [tab, setTab] = useState<PastTab>(opensHighlights ? 'highlights' : 'transcripts')
  const [showsTrust, setShowsTrust] = useState(false)
  const [showsVideo, setShowsVideo] = useState(true)
  const [chosen, setOnly] = useState<string>()
  const showAll = useCallback(() => setOnly(undefined), [])
  const list = useRef<ListHandle>(null)
  const searching = useSearch(replay, list)
  useReplayKeys({ replay, setTab, list })
  // Another text may know other speakers.
  const only = speakers.some(({ key }) => key === chosen) ? chosen : undefined
  const hasVideo = videoUrl !== undefined || awaitsVideo
  const hasTrust = transcript?.words.confidence !== undefined
  return (
    <AutoScrollContext.Provider value={autoScroll}>
      {header}
      <div className={classes.toolbar}>
        {isWhole && (
          <>
            <PastTabs tab={tab} onTab={setTab} />
            {views}
            <SpeakerStrip only={only} onOnly={setOnly} />
            {hasVideo && <Toggle label="Video" isOn={showsVideo} onChange={setShowsVideo} />}
            {hasTrust && <Toggle label="Confidence" isOn={showsTrust} onChange={setShowsTrust} />}
            {hasTrust && showsTrust && <TrustLegend />}
            <SearchBox
              isDisabled={!transcript}
              query={searching.query}
              result={searching.result}
              current={searching.current}
              input={searching.input}
              onQuery={text => {
                setTab('transcripts')
                searching.setQuery(text)
              }}
              onStep={searching.step}
              onClose={searching.close}
            >
              {editing && (
                <ReplaceBox session={editing} result={searching.result} current={searching.current} />
              )}
            </SearchBox>
          </>
        )}
      </div>
      <div className={classes.body} data-video={(hasVideo && showsVideo) || undefined}>
        <div
          className={classes.list}
          role="tabpanel"
          aria-label={tab === 'transcripts' ? texts.past.downloadTranscripts : 'Highlights'}
        >
          {tab === 'highlights' ? (
            <HighlightList autoScroll={autoScroll} isLoading={isLoading} />
          ) : (
            (children ?? (
              <div className={classes.lines}>
                <ListNotices only={only} onShowAll={showAll} />
                <TranscriptList
                  handle={list}
                  autoScroll={autoScroll}
                  search={searching.result}
                  currentMatch={searching.current}
                  showsTrust={showsTrust}
                  only={only}
                  onShowAll={showAll}
                  onFind={() => searching.input.current?.focus()}
                />
              </div>
            ))
          )}
        </div>
        {hasVideo && showsVideo && <VideoPanel url={videoUrl} onError={onVideoError} />}
      </div>
      <FooterSlot>{isWhole ? <PlayBar /> : <PlayBarPlace />}</FooterSlot>
    </AutoScrollContext.Provider>
  )
}

/** What the underlines of uncertain words mean. */
function TrustLegend() {
  return (
    <span className={classes.legend} data-testid="trust-legend">
      <span>below {MIDDLE * 100} % sure</span>
      <span>below {LOW * 100} % sure</span>
    </span>
  )
}

interface ToggleProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

const Toggle = memo(function Toggle({ label, isOn, onChange }: ToggleProps) {
  return (
    <Switch
      size="xs"
      label={label}
      checked={isOn}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  )
})
