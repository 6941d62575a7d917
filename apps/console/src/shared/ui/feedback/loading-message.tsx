import { Loader, Text } from '@mantine/core'
import classes from './state.module.css'

/** The one thing on screen while something is awaited; says what. */
export function LoadingMessage({ message }: { message: string }) {
  return (
    <div className={classes.loading} role="status" aria-live="polite">
      <Loader size="sm" aria-hidden />
      <Text size="sm" c="dimmed">
        {message}
      </Text>
    </div>
  )
}
