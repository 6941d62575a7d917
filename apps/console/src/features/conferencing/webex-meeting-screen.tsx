import { CONFERENCE_ENDED, texts } from '@livetap/contract'
import { getConference } from '@livetap/contract/calls/conferencing'
import { Button } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { useParams } from 'react-router'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useExit } from '../../shared/frame/use-exit'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useRemoteLoad } from '../../shared/remote/use-remote-load'
import { useApi } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import { useToasts } from '../../shared/ui/feedback/toasts'
import { useStore } from '../../shared/use-store'
import { ConferenceTable } from './conference-table'
import { isNotFound } from './is-not-found'
import { LookupStatus } from './lookup-status'
import { useResolver } from './use-resolver'

export function WebexMeetingScreen() {
  const { meeting_id = '' } = useParams()
  const api = useApi()
  const exit = useExit()
  const toasts = useToasts()
  useScreenTitle('Webex meeting', { id: meeting_id, idLabel: 'Webex meeting id' })
  const { data, error, loading, reload } = useRemoteLoad(
    signal => api.call(getConference, { params: { id: meeting_id } }, { signal }),
    [meeting_id],
  )
  const conference = loading || error ? undefined : data
  const asked = useMemo(() => conference && [conference], [conference])
  const { resolver } = useResolver(asked)
  const isMissing = useStore(
    resolver,
    () => conference !== undefined && resolver.stateOf(conference).state === 'missing',
  )
  const isPast = conference?.state === CONFERENCE_ENDED
  useEffect(() => {
    if (isMissing && isPast) toasts.error(texts.meetingList.webexNotFoundWithParams)
  }, [isMissing, isPast, toasts])
  const leave = () => {
    toasts.info(texts.meetingList.exitingWebex)
    exit()
    toasts.success(texts.meetingList.webexClosed)
  }
  return (
    <ScreenPage
      title="Webex meeting"
      controls={
        <>
          <LookupStatus resolver={resolver} rows={asked ?? []} />
          <Button size="xs" variant="default" onClick={leave}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      {conference ? (
        <ConferenceTable resolver={resolver} row={conference} />
      ) : isNotFound(error) ? (
        <EmptyState
          title={texts.meetingList.webexNotFound}
          hint="The provider knows no meeting of this id that you may see. Check the id, or look for its number on the start screen."
        />
      ) : error ? (
        <ErrorState
          title={texts.meetingList.webexNotFound}
          error={error}
          hint="The conferencing provider could not be asked."
          onRetry={reload}
        />
      ) : (
        <LoadingMessage message={texts.meetingList.fetchingWebex} />
      )}
    </ScreenPage>
  )
}
