import { routes, texts } from '@livetap/contract'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconApi, IconKeyboard, IconServer } from '@tabler/icons-react'
import { lazy, memo, Suspense } from 'react'
import { Link } from 'react-router'
import { frameStore } from '../shared/frame/frame-store'
import { slotIds } from '../shared/frame/slots'
import { keyboardHelp } from '../shared/keys/keyboard-help-state'
import { useNarrow } from '../shared/ui/layout/use-narrow'
import { CopyableId } from '../shared/ui/lists/copyable-id'
import { ProductMark } from '../shared/ui/theme/product-mark'
import { ThemeSwitch } from '../shared/ui/theme/theme-switch'
import { useStore } from '../shared/use-store'
import { useStartup, useStartupState } from './startup-context'
import classes from './top-bar.module.css'

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu')).AccountMenu }))

export function TopBar() {
  const { title, id, idLabel } = useStore(frameStore)
  return (
    <header className={classes.bar}>
      <Link to={routes.launcher} className={classes.mark} aria-label="Livetap, back to start">
        <ProductMark />
        <span className={classes.product}>Livetap</span>
      </Link>
      <div className={classes.heading}>
        <span className={classes.title} title={title}>
          {title}
        </span>
        {id && (
          <span className={classes.id}>
            <CopyableId id={id} label={idLabel} length={24} />
          </span>
        )}
      </div>
      <div id={slotIds.connection} className={classes.connection} />
      <ThemeSwitch />
      <Account />
    </header>
  )
}

const Account = memo(function Account() {
  const startup = useStartup()
  const state = useStartupState()
  const isNarrow = useNarrow()
  const user = state.phase === 'ready' ? state.user : undefined
  const logout = () => void startup.logout()
  if (isNarrow)
    return (
      <Suspense fallback={<span className={classes.menuSpace} />}>
        <AccountMenu userName={user?.userName} onLogout={logout} />
      </Suspense>
    )
  return (
    <>
      <Tooltip label="Keyboard shortcuts (?)">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Keyboard shortcuts"
          aria-haspopup="dialog"
          onClick={keyboardHelp.open}
        >
          <IconKeyboard size={18} />
        </ActionIcon>
      </Tooltip>
      {user && (
        <>
          <Tooltip label="System">
            <ActionIcon variant="subtle" color="gray" aria-label="System" component={Link} to={routes.system}>
              <IconServer size={18} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="API documentation">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="API documentation"
              component={Link}
              to={routes.docs}
            >
              <IconApi size={18} />
            </ActionIcon>
          </Tooltip>
          <span className={classes.user} data-testid="user-label" title={user.emails.join(', ')}>
            {user.userName}
          </span>
          <Button size="xs" variant="default" className={classes.logout} onClick={logout}>
            {texts.access.logout}
          </Button>
        </>
      )}
    </>
  )
})
