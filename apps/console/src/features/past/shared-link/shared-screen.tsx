import { SharedSession } from '@livetap/session'
import { parseTimeParam } from '@livetap/transcript'
import { slotIds } from '../../../shared/frame/slots'
import { useScreenTitle } from '../../../shared/frame/use-screen-title'
import { KeyboardHelp } from '../../../shared/keys/keyboard-help'
import { rememberedSpeed } from '../../../shared/playback-speed'
import { rememberedVolume } from '../../../shared/playback-volume'
import { useSession } from '../../../shared/session/use-session'
import { LoadingMessage } from '../../../shared/ui/feedback/loading-message'
import { useToasts } from '../../../shared/ui/feedback/toasts'
import { ProductMark } from '../../../shared/ui/theme/product-mark'
import { ThemeSwitch } from '../../../shared/ui/theme/theme-switch'
import { useStore } from '../../../shared/use-store'
import { LinkPassword } from './link-password'
import { LinkRefused } from './link-refused'
import classes from './shared-link.module.css'
import { SharedMeeting } from './shared-meeting'

/** The page of a link, for readers who are not signed in: nothing of the console stands around it. */
export function SharedScreen({ token }: { token: string }) {
  const toasts = useToasts()
  const session = useSession(
    scope => {
      const startAtMs = parseTimeParam(new URLSearchParams(window.location.search).get('t') ?? '')
      const shared = new SharedSession({ token, startAtMs, createMedia: () => new Audio(), notify: toasts })
      scope.add(() => shared.dispose())
      shared.replay.player.setRate(rememberedSpeed())
      shared.replay.player.setVolume(rememberedVolume())
      void shared.start()
      return shared
    },
    [token, toasts],
  )
  return (
    <div className={classes.frame}>
      <header className={classes.bar}>
        <span className={classes.mark}>
          <ProductMark />
          Livetap
        </span>
        <ThemeSwitch />
      </header>
      <main className={classes.content}>{session && <SharedContent session={session} />}</main>
      <footer id={slotIds.footer} className={classes.footer} />
      <KeyboardHelp />
    </div>
  )
}

function SharedContent({ session }: { session: SharedSession }) {
  const { phase, link, refusal } = useStore(session)
  useScreenTitle(link?.title ?? 'Shared meeting')
  if (refusal) return <LinkRefused refusal={refusal} onRetry={() => void session.start()} />
  if (phase === 'password') return <LinkPassword session={session} />
  if (!link) return <LoadingMessage message="Opening the link..." />
  return <SharedMeeting session={session} link={link} />
}
