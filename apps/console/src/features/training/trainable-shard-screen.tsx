import { type ShardRead, texts } from '@livetap/contract'
import { ApiError, TrainingCalls } from '@livetap/session'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useLeave } from '../../shared/frame/use-leave'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi, useEnv } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import { useToasts } from '../../shared/ui/feedback/toasts'
import { ShardView } from './shard/shard-view'
import { TrainingContext } from './training-context'
import { useTrainingRoom } from './use-training-room'

export function TrainableShardScreen() {
  const { shard_id: shardId = '' } = useParams()
  useScreenTitle('Trainable shard', { id: shardId, idLabel: 'shard id' })
  return <Shard key={shardId} shardId={shardId} />
}

interface Found {
  audio: readonly ShardRead[]
  hasMore: boolean
  syncKey: string
}

function Shard({ shardId }: { shardId: string }) {
  const api = useApi()
  const { default_client_region } = useEnv()
  const toasts = useToasts()
  const leave = useLeave(texts.train.exitingShard, texts.train.shardClosed)
  const [found, setFound] = useState<Found>({ audio: [], hasMore: false, syncKey: '' })
  const { run, data, loading, error } = useRemoteCall(async (signal, syncKey?: string) => {
    const page = await new TrainingCalls(api).shard(shardId, syncKey, signal)
    setFound(held => ({
      audio: syncKey === undefined ? page.audio : [...held.audio, ...page.audio],
      hasMore: page.has_more_results,
      syncKey: page.sync_key,
    }))
    return page
  })
  useEffect(() => {
    void run().then(outcome => {
      if (outcome.phase === 'fulfil') return
      if (outcome.phase === 'failure' ? isUnknown(outcome.error) : outcome.data.audio.length === 0)
        toasts.error(texts.train.shardNotFoundToast)
      else if (outcome.phase === 'failure') toasts.error(texts.train.failedFetch(outcome.error.message))
    })
  }, [run, toasts])
  const [first] = found.audio
  return (
    <ScreenPage
      title="Trainable shard"
      aside={first && `${(first.metadata.length_ms / 1000).toFixed(1)} s`}
      controls={
        <Button size="xs" variant="default" onClick={leave}>
          {texts.past.backToStart}
        </Button>
      }
    >
      {first ? (
        <Room region={first.metadata.client_region ?? default_client_region}>
          <ShardView
            audio={found.audio}
            hasMore={found.hasMore}
            isLoading={loading}
            onMore={() => void run(found.syncKey)}
          />
        </Room>
      ) : error && !isUnknown(error) ? (
        <ErrorState
          title={texts.train.failedFetch(error.message)}
          error={error}
          hint="The shard could not be read."
          onRetry={() => void run()}
        />
      ) : data || error ? (
        <EmptyState
          title={texts.train.shardNotFound}
          hint="Deleting a meeting deletes its shards, and processing it again cuts new ones. Check the id: every training screen has a button that copies it."
        />
      ) : (
        <LoadingMessage message={texts.train.fetchingShard} />
      )}
    </ScreenPage>
  )
}

const isUnknown = (error: Error): boolean => error instanceof ApiError && error.status === 404

function Room({ region, children }: { region: string; children: React.ReactNode }) {
  const room = useTrainingRoom(region)
  return room ? <TrainingContext.Provider value={room}>{children}</TrainingContext.Provider> : null
}
