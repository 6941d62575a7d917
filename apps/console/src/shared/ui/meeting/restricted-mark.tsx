import { IconLock } from '@tabler/icons-react'
import classes from './restricted-mark.module.css'

const MEANING = 'Restricted: open to its owner, those it is shared with, and admins'

/** Beside the title of a meeting that is open to few. */
export function RestrictedMark({ withWord = false }: { withWord?: boolean }) {
  return (
    <span className={classes.mark} data-hint={MEANING} data-testid="restricted">
      <IconLock
        size={14}
        {...(withWord ? { 'aria-hidden': true } : { role: 'img', 'aria-label': 'Restricted' })}
      />
      {withWord && 'Restricted'}
    </span>
  )
}
