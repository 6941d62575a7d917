import { texts } from '@livetap/contract'
import { LocalSession, playerStatusText } from '@livetap/session'
import { Button } from '@mantine/core'
import { useEffectEvent, useMemo } from 'react'
import { fileHandover } from '../../shared/file-handover'
import { useExit } from '../../shared/frame/use-exit'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { rememberedSpeed } from '../../shared/playback-speed'
import { rememberedVolume } from '../../shared/playback-volume'
import { useSession } from '../../shared/session/use-session'
import { useToasts } from '../../shared/ui/feedback/toasts'
import { useStore } from '../../shared/use-store'
import { HeaderBar } from './header-bar'
import palette from './palette.module.css'
import classes from './past.module.css'
import { ReplayContext, usePlayer } from './player/replay-context'
import { ReplayView } from './replay-view'
import { UploadPanel } from './upload-panel'

/** A past meeting out of files of this computer: transcripts, their recording, or both. */
export function PastLocalScreen() {
  useScreenTitle(texts.past.titleLocal)
  const toasts = useToasts()
  const exit = useExit()
  const leave = useEffectEvent(() => exit())
  const session = useSession(
    scope => {
      const local = new LocalSession({ createMedia: () => new Audio(), notify: toasts, leave })
      scope.add(() => local.dispose())
      local.replay.player.setRate(rememberedSpeed())
      local.replay.player.setVolume(rememberedVolume())
      const transcripts = fileHandover.get('transcripts_file')
      const audio = fileHandover.get('local_audio_file')
      if (transcripts || audio) void local.load(transcripts, audio)
      return local
    },
    [toasts],
  )
  return session ? <LocalMeeting session={session} /> : null
}

function LocalMeeting({ session }: { session: LocalSession }) {
  const { phase, name } = useStore(session)
  const awaited = usePlayer(session.replay, playerStatusText)
  const room = useMemo(() => ({ replay: session.replay, session: undefined, mayEdit: false }), [session])
  const isOpen = phase === 'open'
  const status = phase === 'loading' ? awaited : undefined
  const isExiting = phase === 'exiting'
  const clear = () => {
    fileHandover.put('transcripts_file', undefined)
    fileHandover.put('local_audio_file', undefined)
    session.clear()
  }
  const header = (
    <HeaderBar
      title={texts.past.titleLocal}
      lead={name && <span className={classes.nameText}>{name}</span>}
      status={status}
    >
      {isOpen && (
        <Button size="xs" variant="default" onClick={clear}>
          {texts.past.clear}
        </Button>
      )}
      <Button size="xs" variant="default" disabled={isExiting} onClick={session.exit}>
        {isExiting ? texts.past.exiting : texts.past.backToStart}
      </Button>
    </HeaderBar>
  )
  return (
    <ReplayContext.Provider value={room}>
      <div className={`${palette.palette} ${classes.screen}`}>
        <ReplayView isLoading={phase === 'loading'} header={header}>
          {isOpen ? undefined : <UploadPanel session={session} />}
        </ReplayView>
      </div>
    </ReplayContext.Provider>
  )
}
