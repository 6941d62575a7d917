import { texts } from '@livetap/contract'
import { Button } from '@mantine/core'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useExit } from '../../shared/frame/use-exit'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { ListQueries } from '../../shared/remote/list-queries'
import { useMay, useUser } from '../../shared/session/session-context'
import classes from './account.module.css'
import { OwnKeys } from './own-keys'
import { OwnSessions } from './own-sessions'

/** One's own account: where one is signed in, and which programs act for one. */
export function AccountScreen() {
  const user = useUser()
  const exit = useExit()
  const hasKeys = useMay('keys.manage')
  useScreenTitle('Your account')
  return (
    <ScreenPage
      title="Your account"
      aside={[user.emails[0] ?? user.userName, user.role].filter(Boolean).join(', ')}
      controls={
        <Button size="xs" variant="default" onClick={() => exit()}>
          {texts.past.backToStart}
        </Button>
      }
    >
      <ListQueries>
        <div className={classes.parts}>
          <OwnSessions />
          {hasKeys && <OwnKeys />}
        </div>
      </ListQueries>
    </ScreenPage>
  )
}
