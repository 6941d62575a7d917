import { routes, texts } from '@livetap/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { lazy, memo, Suspense } from 'react'
import { Link } from 'react-router'
import { frameStore } from '../shared/frame/frame-store'
import { slotIds } from '../shared/frame/slots'
import { useNarrow } from '../shared/ui/layout/use-narrow'
import { CopyableId } from '../shared/ui/lists/copyable-id'
import { ProductMark } from '../shared/ui/theme/product-mark'
import { useStore } from '../shared/use-store'
import { railState } from './rail/rail-state'
import { useRailPlace } from './rail/use-rail-place'
import { SignedOutButtons } from './signed-out-buttons'
import { useStartup, useStartupState } from './startup-context'
import classes from './top-bar.module.css'

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu')).AccountMenu }))

export function TopBar() {
  const { title, id, idLabel } = useStore(frameStore)
  const { place } = useRailPlace()
  return (
    <header className={classes.bar}>
      {place === 'hidden' && <RailOpener />}
      <Link to={routes.launcher} className={classes.mark} aria-label="Livetap, back to start">
        <ProductMark />
        <span className={classes.product}>Livetap</span>
      </Link>
      <div className={classes.heading}>
        <span className={classes.title} data-hint={title}>
          {title}
        </span>
        {id && (
          <span className={classes.id}>
            <CopyableId id={id} label={idLabel} length={24} />
          </span>
        )}
      </div>
      <div id={slotIds.connection} className={classes.connection} />
      <Account />
    </header>
  )
}

/** Where the screen has no width for the rail. */
function RailOpener() {
  const isOpen = useStore(railState, ({ open }) => open === 'labels')
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label="Screens"
      aria-expanded={isOpen}
      onClick={() => railState.toggle('labels')}
    >
      <IconMenu2 size={18} />
    </ActionIcon>
  )
}

const Account = memo(function Account() {
  const startup = useStartup()
  const state = useStartupState()
  const isNarrow = useNarrow()
  const logout = () => void startup.logout()
  if (state.phase !== 'ready') return <SignedOutButtons />
  const { user } = state
  if (isNarrow)
    return (
      <Suspense fallback={<span className={classes.menuSpace} />}>
        <AccountMenu userName={user.userName} onLogout={logout} />
      </Suspense>
    )
  return (
    <>
      <Link
        to={routes.account}
        className={classes.user}
        data-testid="user-label"
        data-hint={`${user.emails.join(', ')}: sessions and API keys`}
      >
        {user.userName}
      </Link>
      <Button size="xs" variant="default" className={classes.logout} onClick={logout}>
        {texts.access.logout}
      </Button>
    </>
  )
})
