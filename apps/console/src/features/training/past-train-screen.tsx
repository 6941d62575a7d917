import { plural, texts } from '@livetap/contract'
import { filterCount, readAddress, type TrainingSession } from '@livetap/session'
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useExit } from '../../shared/frame/use-exit'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { keyboardHelp } from '../../shared/keys/keyboard-help-state'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { useStore } from '../../shared/use-store'
import { ArchiveButton } from './archive/archive-button'
import { DayProgress } from './day-progress'
import { FilterForm } from './filter-form'
import { ListSkeleton } from './list/list-skeleton'
import { ShardList } from './list/shard-list'
import type { ShardListHandle } from './list/virtual-shards'
import { SpeedButton } from './speed-button'
import classes from './training.module.css'
import { TrainingContext } from './training-context'
import { UnplacedFold } from './unplaced-corrections'
import { useTrainingKeys } from './use-training-keys'
import { useTrainingSession } from './use-training-room'

export function PastTrainScreen() {
  const { client_region: region = '' } = useParams()
  const [search] = useSearchParams()
  useScreenTitle('Training data', { id: region, idLabel: 'region' })
  const session = useTrainingSession(region, search.toString())
  return session ? <PastTrain session={session} region={region} /> : null
}

function PastTrain({ session, region }: { session: TrainingSession; region: string }) {
  const [search, setSearch] = useSearchParams()
  const exit = useExit()
  const { items, hasMore, isReady } = useStore(session.list)
  const { progress } = useStore(session)
  const listHandle = useRef<ShardListHandle>(null)
  useTrainingKeys(session, listHandle)
  return (
    <TrainingContext.Provider value={session.room}>
      <ScreenPage
        title="Training data"
        aside={region}
        controls={
          <>
            <DayProgress progress={progress} />
            <SpeedButton />
            <Button size="xs" variant="default" visibleFrom="sm" onClick={keyboardHelp.open}>
              Keys
            </Button>
            <ArchiveButton region={region} />
            <Button size="xs" variant="default" onClick={() => exit()}>
              {texts.past.backToStart}
            </Button>
          </>
        }
      >
        <FilterForm search={search} onApply={setSearch}>
          <span className={classes.count} role="status">
            {isReady && `${items.length}${hasMore ? '+' : ''} ${plural(items.length, 'utterance')}`}
          </span>
        </FilterForm>
        <UnplacedFold key={region} region={region} />
        <Body session={session} listHandle={listHandle} isFiltered={filterCount(readAddress(search)) > 0} />
      </ScreenPage>
    </TrainingContext.Provider>
  )
}

interface BodyProps {
  session: TrainingSession
  listHandle: React.RefObject<ShardListHandle | null>
  isFiltered: boolean
}

function Body({ session, listHandle, isFiltered }: BodyProps) {
  const { items, isReady, isLoading, error } = useStore(session.list)
  if (error && !isReady)
    return (
      <ErrorState
        title={texts.train.utterancesFetchError}
        error={error}
        hint="The training data could not be read. Drafts of this browser are kept."
        onRetry={() => void session.start()}
      />
    )
  if (!isReady) return <ListSkeleton />
  if (items.length === 0 && !isLoading)
    return (
      <EmptyState
        title="No utterances"
        hint={
          isFiltered
            ? 'No utterance of this region matches these filters. Remove one of them.'
            : 'No meeting of this region was released for training. Upload a recording with Trainable enabled, and its utterances appear here once it is processed.'
        }
      />
    )
  return <ShardList session={session} listHandle={listHandle} />
}
