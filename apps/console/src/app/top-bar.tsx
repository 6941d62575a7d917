import { routes, texts } from '@livetap/contract'
import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { frameStore } from '../shared/frame/frame-store'
import { slotIds } from '../shared/frame/slots'
import { CopyableId } from '../shared/ui/copyable-id'
import { ProductMark } from '../shared/ui/product-mark'
import { ThemeSwitch } from '../shared/ui/theme-switch'
import { useStartup, useStartupState } from './startup-context'
import classes from './top-bar.module.css'

export function TopBar() {
  const startup = useStartup()
  const state = useStartupState()
  const { title, id, idLabel } = useSyncExternalStore(frameStore.subscribe, frameStore.getSnapshot)
  return (
    <header className={classes.bar}>
      <Link to={routes.launcher} className={classes.mark} aria-label="Livetap, back to start">
        <ProductMark />
        <span>Livetap</span>
      </Link>
      <div className={classes.heading}>
        <span className={classes.title}>{title}</span>
        {id && <CopyableId id={id} label={idLabel} length={24} />}
      </div>
      <div id={slotIds.connection} className={classes.connection} />
      <ThemeSwitch />
      {state.phase === 'ready' && (
        <>
          <span className={classes.user} data-testid="user-label" title={state.user.emails.join(', ')}>
            {state.user.userName}
          </span>
          <Button size="xs" variant="default" onClick={() => void startup.logout()}>
            {texts.access.logout}
          </Button>
        </>
      )}
    </header>
  )
}
