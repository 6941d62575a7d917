import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './state.module.css'

interface Props {
  /** The documents' words for the emptiness. */
  title: string
  /** Why it is empty and what to do next. */
  hint: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, hint, action }: Props) {
  return (
    <div className={classes.state}>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
