import { texts } from '@livetap/contract'
import { highlightsWordCount, transcriptWordCount } from '@livetap/transcript'
import { Switch, Tabs } from '@mantine/core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { FooterSlot } from '../../shared/frame/slots'
import { AutoScroll } from './auto-scroll'
import { AutoScrollContext } from './auto-scroll-context'
import { HighlightList } from './highlight-list'
import classes from './past.module.css'
import type { PastTab } from './past-tab'
import { PlayBar } from './play-bar'
import { useReplayData, useRoom } from './replay-context'
import { SearchBox } from './search-box'
import { SpeakerStrip } from './speaker-strip'
import { type ListHandle, TranscriptList } from './transcript-list'
import { useReplayKeys } from './use-replay-keys'
import { useSearch } from './use-search'
import { VideoPanel } from './video-panel'

interface Props {
  header: ReactNode
  isLoading: boolean
  videoUrl?: string | undefined
  onVideoError?: () => void
  /** In place of the transcript: loading, processing, failed, empty. */
  children?: ReactNode
}

/** The screen of a past meeting, whether its data comes from the server or from this computer. */
export function ReplayView({ header, isLoading, videoUrl, onVideoError, children }: Props) {
  const { replay } = useRoom()
  const { transcript, total, highlights, isComplete } = useReplayData(replay)
  const [autoScroll] = useState(() => new AutoScroll())
  const [tab, setTab] = useState<PastTab>('transcripts')
  const [showsTrust, setShowsTrust] = useState(false)
  const [showsVideo, setShowsVideo] = useState(true)
  const list = useRef<ListHandle>(null)
  const searching = useSearch(replay, list)
  useReplayKeys({ replay, setTab, list })
  const hasTrust = transcript?.words.confidence !== undefined
  const highlightWords = useMemo(() => highlightsWordCount(highlights), [highlights])
  return (
    <AutoScrollContext.Provider value={autoScroll}>
      {header}
      <div className={classes.toolbar}>
        <Tabs value={tab} onChange={value => setTab(value as PastTab)} classNames={{ root: classes.tabs }}>
          <Tabs.List>
            <Tabs.Tab value="transcripts">
              {texts.past.downloadTranscripts} <Count value={total} />
              <Words value={transcript && isComplete ? transcriptWordCount(transcript) : undefined} />
            </Tabs.Tab>
            <Tabs.Tab value="highlights">
              Highlights <Count value={highlights.length} />
              <Words value={highlightWords} />
            </Tabs.Tab>
          </Tabs.List>
        </Tabs>
        <SpeakerStrip />
        {videoUrl && (
          <Switch
            size="xs"
            label="Video"
            checked={showsVideo}
            onChange={event => setShowsVideo(event.currentTarget.checked)}
          />
        )}
        {hasTrust && (
          <Switch
            size="xs"
            label="Confidence"
            checked={showsTrust}
            onChange={event => setShowsTrust(event.currentTarget.checked)}
          />
        )}
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
        />
      </div>
      <div className={classes.body} data-video={(videoUrl && showsVideo) || undefined}>
        <div
          className={classes.list}
          role="tabpanel"
          aria-label={tab === 'transcripts' ? texts.past.downloadTranscripts : 'Highlights'}
        >
          {tab === 'highlights' ? (
            <HighlightList autoScroll={autoScroll} isLoading={isLoading} />
          ) : (
            (children ?? (
              <TranscriptList
                handle={list}
                autoScroll={autoScroll}
                search={searching.result}
                currentMatch={searching.current}
                showsTrust={showsTrust}
                onFind={() => searching.input.current?.focus()}
              />
            ))
          )}
        </div>
        {videoUrl && showsVideo && <VideoPanel url={videoUrl} onError={onVideoError} />}
      </div>
      <FooterSlot>
        <PlayBar />
      </FooterSlot>
    </AutoScrollContext.Provider>
  )
}

function Count({ value }: { value: number }) {
  return <span className={classes.count}>{value}</span>
}

function Words({ value }: { value: number | undefined }) {
  return value === undefined ? null : <span className={classes.count}>{texts.past.words(value)}</span>
}
