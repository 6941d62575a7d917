import { Outlet, useMatches } from 'react-router'
import { slotIds } from '../shared/frame/slots'
import { KeyboardHelp } from '../shared/keys/keyboard-help'
import classes from './app.module.css'
import { DrainNotice } from './drain-notice'
import { JumpBox } from './jump/jump-box'
import { Rail } from './rail/rail'
import { SignedInSession } from './signed-in-session'
import { useStartupState } from './startup-context'
import { TopBar } from './top-bar'

/** Top bar, the rail of who is signed in, content, and a footer that stays empty until a screen fills it. */
export function Frame() {
  const screen = useMatches().at(-1)?.id
  const isSignedIn = useStartupState().phase === 'ready'
  return (
    <SignedInSession>
      <div className={classes.frame}>
        <a className={classes.skip} href="#content">
          Skip to content
        </a>
        <TopBar />
        {isSignedIn && <Rail />}
        <DrainNotice />
        <main id="content" className={classes.content} tabIndex={-1} data-screen={screen}>
          <Outlet />
        </main>
        <footer id={slotIds.footer} className={classes.footer} />
        <KeyboardHelp />
        {isSignedIn && <JumpBox />}
      </div>
    </SignedInSession>
  )
}
