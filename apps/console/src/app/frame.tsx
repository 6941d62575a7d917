import { Outlet, useMatches } from 'react-router'
import { slotIds } from '../shared/frame/slots'
import { KeyboardHelp } from '../shared/keys/keyboard-help'
import classes from './app.module.css'
import { DrainNotice } from './drain-notice'
import { SignedInSession } from './signed-in-session'
import { TopBar } from './top-bar'

/** Top bar, content, and a footer that stays empty until a screen fills it. */
export function Frame() {
  const screen = useMatches().at(-1)?.id
  return (
    <SignedInSession>
      <div className={classes.frame}>
        <a className={classes.skip} href="#content">
          Skip to content
        </a>
        <TopBar />
        <DrainNotice />
        <main id="content" className={classes.content} tabIndex={-1} data-screen={screen}>
          <Outlet />
        </main>
        <footer id={slotIds.footer} className={classes.footer} />
        <KeyboardHelp />
      </div>
    </SignedInSession>
  )
}
