import classes from './connection-state.module.css'

export type ConnectionTone = 'idle' | 'busy' | 'live' | 'failed'

/** A dot and a word of fixed width: "Connected", "Reconnecting". */
export function ConnectionState({ tone, label }: { tone: ConnectionTone; label: string }) {
  return (
    <span className={classes.root} data-tone={tone} role="status">
      <span className={classes.dot} aria-hidden />
      {label}
    </span>
  )
}
