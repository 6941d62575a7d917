import { BEHIND_MS } from '@livetap/contract'
import { Badge } from '@mantine/core'
import classes from './behind-badge.module.css'

/** How far the text is behind the speech, once that is worth saying. */
export function BehindBadge({ behindMs }: { behindMs: number }) {
  if (behindMs <= BEHIND_MS) return null
  return (
    <Badge
      variant="light"
      radius="sm"
      color="yellow"
      className={classes.badge}
      data-testid="behind"
      data-hint="The text is this far behind what is said"
    >
      behind {Math.floor(behindMs / 1000)} s
    </Badge>
  )
}
