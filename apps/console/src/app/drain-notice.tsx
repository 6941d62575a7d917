import { plural, routes } from '@livetap/contract'
import { Link } from 'react-router'
import { useOverview } from '../shared/session/session-context'
import classes from './app.module.css'

/** While a node drains every screen says so: calls and recordings may have to wait for it. */
export function DrainNotice() {
  const pods = useOverview()?.draining ?? []
  return (
    <div className={classes.drain} aria-live="polite">
      {pods.length > 0 && (
        <>
          <span>
            {plural(pods.length, 'Node')} draining: {pods.join(', ')}.
            <span className={classes.drainDetail}>
              {' '}
              Its calls and recordings move to other nodes. What no other node can take goes on here until it
              ends.
            </span>
          </span>
          <Link to={routes.system}>System</Link>
        </>
      )}
    </div>
  )
}
