import { type MeetingDetail, texts } from '@livetap/contract'
import type { PastSession } from '@livetap/session'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useMeetingHub } from '../../shared/meeting-hub/hub-context'
import { MeetingViews } from '../../shared/meeting-hub/meeting-views'
import { useMayHere } from '../../shared/meeting-hub/use-may-here'
import { rememberMeeting } from '../../shared/recent-meetings'
import { useUser } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { OffTheRecordRow } from '../../shared/ui/meeting/off-the-record-row'
import { useStore } from '../../shared/use-store'
import { ImprovedText } from './improved-text'
import palette from './palette.module.css'
import classes from './past.module.css'
import { PastHeader } from './past-header'
import { ReplayContext, useReplayData } from './player/replay-context'
import { ProcessingPanel } from './processing-panel'
import { ReplayView } from './replay-view'
import { useAroundText } from './use-around-text'
import { usePastSession } from './use-past-session'

const PastFailed = lazy(async () => ({ default: (await import('./failed/past-failed')).PastFailed }))

export function PastScreen() {
  const { meeting_id: meetingId = '' } = useParams()
  const session = usePastSession()
  useScreenTitle(texts.past.title, { id: meetingId, idLabel: 'meeting id' })
  return session ? <PastMeeting key={meetingId} session={session} /> : null
}

function PastMeeting({ session }: { session: PastSession }) {
  const hub = useMeetingHub()
  const [search] = useSearchParams()
  const state = useStore(session)
  const { transcript, isComplete, offTheRecord } = useReplayData(session.replay)
  const mayEdit = useMayHere('meeting.edit')
  const room = useMemo(() => ({ replay: session.replay, session, mayEdit }), [session, mayEdit])
  const { phase, detail } = state
  const isProcessing =
    (phase === 'polling' || phase === 'waiting') && !transcript && detail?.status === 'processing'
  const isWhole = useAroundText(transcript !== undefined || isProcessing || phase === 'failed')
  useRemembered(session.calls.meetingId, detail)
  const views = hub && <MeetingViews hub={hub} current="past" />
  const header = (
    <div>
      <PastHeader session={session} isWhole={isWhole} />
      {state.isTextImproved && <ImprovedText session={session} />}
    </div>
  )
  // There is nothing to play either: no player stands there for nothing.
  if (phase === 'failed' && !transcript)
    return (
      <ReplayContext.Provider value={room}>
        <div className={classes.screen}>
          {header}
          <div className={classes.toolbar}>{detail && views}</div>
          <div className={classes.list}>
            <Suspense>
              <PastFailed session={session} />
            </Suspense>
          </div>
        </div>
      </ReplayContext.Provider>
    )
  return (
    <ReplayContext.Provider value={room}>
      <div className={`${palette.palette} ${classes.screen}`}>
        <ReplayView
          isWhole={isWhole}
          opensHighlights={search.get('tab') === 'highlights'}
          views={views}
          isLoading={!isComplete || state.loading.highlights}
          header={header}
          videoUrl={state.videoUrl}
          awaitsVideo={detail?.recording === 'video' && !state.isVideoGone}
          onVideoError={session.media.videoFailed}
        >
          {isProcessing ? (
            <ProcessingPanel session={session} />
          ) : !transcript ? (
            <ListSkeleton />
          ) : transcript.utterances.length === 0 ? (
            <>
              {offTheRecord.map(range => (
                <OffTheRecordRow key={range.startMs} range={range} />
              ))}
              <EmptyState
                title={texts.past.noTranscripts}
                hint={
                  state.isSoundless
                    ? texts.past.nothingHeard
                    : 'No speech was recognised in this meeting. The recording can still be played below.'
                }
              />
            </>
          ) : undefined}
        </ReplayView>
      </div>
    </ReplayContext.Provider>
  )
}

/** Only what the server knows enters the list of opened meetings. */
function useRemembered(meetingId: string, detail: MeetingDetail | undefined): void {
  const user = useUser()
  const title = detail?.title
  useEffect(() => {
    if (title === undefined) return
    const path = window.location.pathname
    rememberMeeting(user.id, { meetingId, path, openedAtMs: Date.now(), title: title || undefined })
  }, [user.id, meetingId, title])
}

/** As high as the rows that come. */
function ListSkeleton() {
  return (
    <div className={classes.skeleton} aria-busy>
      {Array.from({ length: 12 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={i} className={classes.skeletonRow}>
          <span style={{ width: 110 }} />
          <span style={{ width: `${88 - ((i * 29) % 45)}%` }} />
        </div>
      ))}
    </div>
  )
}
