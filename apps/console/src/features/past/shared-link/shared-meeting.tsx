import type { OpenedLink } from '@livetap/contract'
import { texts } from '@livetap/contract'
import { playerStatusText, type SharedSession } from '@livetap/session'
import { shortClockText } from '@livetap/transcript'
import { useMemo } from 'react'
import { formatDate } from '../../../shared/time/format-date'
import { EmptyState } from '../../../shared/ui/feedback/empty-state'
import { useStore } from '../../../shared/use-store'
import { HeaderBar } from '../header-bar'
import palette from '../palette.module.css'
import past from '../past.module.css'
import { ReplayContext, type ReplayRoom, usePlayer, useReplayData } from '../player/replay-context'
import { ReplayView } from '../replay-view'
import classes from './shared-link.module.css'

/** A meeting, or a stretch of it, to read and to hear. */
export function SharedMeeting({ session, link }: { session: SharedSession; link: OpenedLink }) {
  const { replay } = session
  const { isSoundless, videoUrl, isVideoGone } = useStore(session)
  const { transcript } = useReplayData(replay)
  const status = usePlayer(replay, player =>
    replay.player.isReady || isSoundless ? undefined : playerStatusText(player),
  )
  const room = useMemo<ReplayRoom>(
    () => ({ replay, session: undefined, mayEdit: false, isSoundless, retryAudio: session.retryAudio }),
    [replay, session, isSoundless],
  )
  const header = (
    <HeaderBar title="Shared meeting" lead={<Lead link={link} />} status={status}>
      {null}
    </HeaderBar>
  )
  return (
    <ReplayContext.Provider value={room}>
      <div className={`${palette.palette} ${past.screen}`}>
        <ReplayView
          isLoading={!transcript}
          header={header}
          videoUrl={videoUrl}
          awaitsVideo={link.recording === 'video' && !isVideoGone}
          onVideoError={session.videoFailed}
        >
          {!transcript ? (
            <div aria-busy />
          ) : transcript.utterances.length === 0 ? (
            <EmptyState
              title={texts.past.noTranscripts}
              hint={
                isSoundless
                  ? texts.past.nothingHeard
                  : 'No speech was recognised in what is shared. It can still be played below.'
              }
            />
          ) : undefined}
        </ReplayView>
      </div>
    </ReplayContext.Provider>
  )
}

function Lead({ link: { title, start, duration, from_millis, to_millis } }: { link: OpenedLink }) {
  const isStretch = from_millis !== null || to_millis !== null
  const end = to_millis ?? duration
  return (
    <>
      <span className={past.nameText}>{title}</span>
      <span className={classes.facts}>
        {formatDate(start)}
        {isStretch && (
          <span>
            From {shortClockText(from_millis ?? 0)} to {end === null ? 'the end' : shortClockText(end)} of the
            meeting
          </span>
        )}
      </span>
    </>
  )
}
