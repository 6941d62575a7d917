import { texts } from '@livetap/contract'
import type { LiveMeeting, LivePhase } from '@livetap/session'
import { ErrorState } from '../../shared/ui/error-state'
import { LoadingMessage } from '../../shared/ui/loading-message'
import { useStore } from '../../shared/use-store'

const loadingTexts: Partial<Record<LivePhase, string>> = {
  status: texts.live.fetchingStatus,
  address: texts.live.fetchingLiveAddress,
  connecting: texts.live.connectingHotword,
  recorder: texts.live.creatingRecorder,
  ending: texts.live.callEnding,
}

/** The steps of the entry, one after the other, or why one of them failed. */
export function Entering({ live }: { live: LiveMeeting }) {
  const { phase, error } = useStore(live)
  const text = loadingTexts[phase]
  if (text) return <LoadingMessage message={text} />
  if (phase !== 'failed') return null
  return (
    <ErrorState
      title={texts.live.failedSetup(error?.message ?? '')}
      error={error}
      hint="Check the network and the meeting id, then try again."
      onRetry={() => void live.start()}
    />
  )
}
