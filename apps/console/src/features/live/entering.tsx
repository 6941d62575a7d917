import { routes, texts } from '@livetap/contract'
import type { LiveMeeting, LivePhase } from '@livetap/session'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
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
  const { phase, error, failedStep } = useStore(live)
  const text = loadingTexts[phase]
  if (text) return <LoadingMessage message={text} />
  if (phase !== 'failed') return null
  if (failedStep === 'end')
    return (
      <ErrorState
        title="The meeting could not be ended"
        error={error}
        hint="It may still be running, and your microphone is closed. Try again, or leave it as it is."
        onRetry={() => void live.retry()}
        extra={
          <Button size="xs" variant="default" component={Link} to={routes.launcher}>
            Leave
          </Button>
        }
      />
    )
  return (
    <ErrorState
      title={texts.live.failedSetup(error?.message ?? '')}
      error={error}
      hint="Check the network and the meeting id, then try again."
      onRetry={() => void live.retry()}
    />
  )
}
