import { openMeetingPath, type ShardTranscript, texts } from '@livetap/contract'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { ApiError, TrainingCalls } from '@livetap/session'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useExit } from '../../shared/frame/use-exit'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi, useEnv } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import { useToasts } from '../../shared/ui/feedback/toasts'
import { VirtualShards } from './list/virtual-shards'
import { MeetingRow, meetingRowHeight } from './meeting-row'
import { TrainingContext } from './training-context'
import { UnplacedFold } from './unplaced-corrections'
import { useTrainingRoom } from './use-training-room'

/** The shards of one meeting as they are stored for training, by their start. */
export function TrainableMeetingScreen() {
  const { trainable_meeting_id: meetingId = '' } = useParams()
  const exit = useExit()
  const { data, error, reload } = useShards(meetingId)
  useScreenTitle('Trainable meeting', { id: meetingId, idLabel: 'meeting id' })
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <ScreenPage
      title="Trainable meeting"
      aside={data && `${data.transcripts.length} utterances`}
      controls={
        <>
          <Button size="xs" variant="default" component={Link} to={openMeetingPath(meetingId)}>
            Open past meeting
          </Button>
          <Button size="xs" variant="default" onClick={() => exit()}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      {data && <UnplacedFold key={meetingId} region={data.region} meetingId={meetingId} />}
      {error && !isUnknown ? (
        <ErrorState
          title={texts.train.failedFetch(error.message)}
          error={error}
          hint="The training data of this meeting could not be read."
          onRetry={reload}
        />
      ) : isUnknown || data?.transcripts.length === 0 ? (
        <EmptyState
          title={texts.train.transcriptsNotFound}
          hint="No meeting of this id has utterances for training. It was not released for training, it is still being processed, or the id is wrong."
        />
      ) : data ? (
        <Shards transcripts={data.transcripts} region={data.region} />
      ) : (
        <LoadingMessage message={texts.train.fetchingTranscripts} />
      )}
    </ScreenPage>
  )
}

/** A text is saved in a region, and the address names none here: it is the meeting's own. */
function useShards(meetingId: string) {
  const api = useApi()
  const env = useEnv()
  const toasts = useToasts()
  const call = useRemoteCall(async signal => {
    const [transcripts, region] = await Promise.all([
      new TrainingCalls(api).ofMeeting(meetingId, signal),
      api.call(getMeeting, { params: { id: meetingId } }, { signal }).then(
        meeting => meeting.region,
        () => env.default_client_region,
      ),
    ])
    return { transcripts, region }
  })
  const { run } = call
  const reload = () =>
    void run().then(outcome => {
      const isUnknown = outcome.phase === 'failure' && (outcome.error as ApiError).status === 404
      if (outcome.phase === 'failure' && !isUnknown)
        toasts.error(texts.train.failedFetch(outcome.error.message))
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another meeting is another question
  useEffect(reload, [run, meetingId])
  return { ...call, reload }
}

interface Props {
  transcripts: readonly ShardTranscript[]
  region: string
}

function Shards({ transcripts, region }: Props) {
  const room = useTrainingRoom(region)
  if (!room) return null
  return (
    <TrainingContext.Provider value={room}>
      <VirtualShards
        items={transcripts}
        label="Utterances"
        estimate={meetingRowHeight}
        render={(item, index) => <MeetingRow item={item} index={index} />}
      />
    </TrainingContext.Provider>
  )
}
