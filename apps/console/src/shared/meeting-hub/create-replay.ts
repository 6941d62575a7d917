import { type CreateReplay, PastSession } from '@livetap/session'
import { rememberedSpeed } from '../playback-speed'
import { rememberedVolume } from '../playback-volume'
import { toasts } from '../ui/feedback/toasts'

/** Replays as this user. */
export function replayCreator(userName: string): CreateReplay {
  return (scope, given) => {
    const session = new PastSession({
      ...given,
      userName,
      createMedia: () => new Audio(),
      notify: toasts,
    })
    // A correction under way is saved even when the meeting is left by the browser's own buttons.
    scope.add(() => void session.editor.flush().finally(() => session.dispose()))
    scope.listen<BeforeUnloadEvent>(window, 'beforeunload', event => {
      if (['dirty', 'saving', 'failed', 'conflict'].includes(session.editor.getSnapshot().phase))
        event.preventDefault()
    })
    session.replay.player.setRate(rememberedSpeed())
    session.replay.player.setVolume(rememberedVolume())
    return session
  }
}
