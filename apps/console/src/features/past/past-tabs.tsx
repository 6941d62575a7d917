import { texts } from '@livetap/contract'
import { highlightsWordCount, transcriptWordCount } from '@livetap/transcript'
import { Tabs } from '@mantine/core'
import { memo, useMemo } from 'react'
import classes from './past.module.css'
import type { PastTab } from './past-tab'
import { useReplayData, useRoom } from './player/replay-context'

interface Props {
  tab: PastTab
  onTab: (tab: PastTab) => void
}

/** Transcripts and Highlights, with how many and how many words. */
export const PastTabs = memo(function PastTabs({ tab, onTab }: Props) {
  const { replay } = useRoom()
  const { transcript, total, highlights, isComplete } = useReplayData(replay)
  const highlightWords = useMemo(() => highlightsWordCount(highlights), [highlights])
  return (
    <Tabs value={tab} onChange={value => onTab(value as PastTab)} classNames={{ root: classes.tabs }}>
      <Tabs.List>
        <Tabs.Tab value="transcripts">
          {texts.past.downloadTranscripts} <Count text={total} />
          {transcript && isComplete && <Count text={texts.past.words(transcriptWordCount(transcript))} />}
        </Tabs.Tab>
        <Tabs.Tab value="highlights">
          Highlights <Count text={highlights.length} />
          <Count text={texts.past.words(highlightWords)} />
        </Tabs.Tab>
      </Tabs.List>
    </Tabs>
  )
})

function Count({ text }: { text: string | number }) {
  return <span className={classes.count}>{text}</span>
}
