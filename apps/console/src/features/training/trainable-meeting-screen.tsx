import { counted, openMeetingPath, type ShardTranscript, texts } from '@livetap/contract'
import { getMeeting } from '@livetap/contract/calls/meetings'
import {
  ApiError,
  haveConfidence,
  orderedTranscripts,
  readAddress,
  TrainingCalls,
  writeAddress,
} from '@livetap/session'
import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
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
import { shardOrders } from './shard-orders'
import classes from './training.module.css'
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
      aside={data && counted(data.transcripts.length, 'utterance')}
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
  const [search, setSearch] = useSearchParams()
  const { order } = readAddress(search)
  const items = useMemo(() => orderedTranscripts(transcripts, order), [transcripts, order])
  if (!room) return null
  return (
    <TrainingContext.Provider value={room}>
      <OrderChoice transcripts={transcripts} search={search} onChange={setSearch} />
      <VirtualShards
        items={items}
        label="Utterances"
        estimate={meetingRowHeight}
        render={(item, index) => <MeetingRow item={item} index={index} />}
      />
    </TrainingContext.Provider>
  )
}

interface OrderProps {
  transcripts: readonly ShardTranscript[]
  search: URLSearchParams
  onChange: (search: URLSearchParams) => void
}

/** The meeting’s own time stands for no order: it is how the utterances come. */
function OrderChoice({ transcripts, search, onChange }: OrderProps) {
  const isSure = haveConfidence(transcripts)
  return (
    <div className={classes.filters}>
      <NativeSelect
        size="xs"
        label="Order"
        data={shardOrders.flatMap(({ value, label }) =>
          value === 'least_certain' && !isSure ? [] : { value: value === 'meeting' ? '' : value, label },
        )}
        value={readAddress(search).order}
        onChange={event => {
          const { order } = readAddress(new URLSearchParams({ order: event.currentTarget.value }))
          onChange(writeAddress(search, { order }))
        }}
      />
    </div>
  )
}
