import type { ReactNode } from 'react'
import classes from './system.module.css'

/** Grey: it is not configured, or has nothing to do. */
export type FactState = 'ok' | 'off' | 'warning' | 'failed'

const words: Record<FactState, string> = { ok: 'OK', off: 'Off', warning: 'Warning', failed: 'Failed' }

export interface Fact {
  name: string
  value?: ReactNode
  /** On a line of its own: what is long. */
  detail?: ReactNode
  /** Absent: it is a figure that is neither good nor bad. */
  state?: FactState
}

/** A dot that needs no colour to be read: its word is beside it. */
export function StateDot({ state, word = words[state] }: { state: FactState; word?: string }) {
  return (
    <span className={classes.state} data-state={state}>
      <span className={classes.dot} aria-hidden />
      {word}
    </span>
  )
}

export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className={classes.tile} aria-label={title}>
      <h2>{title}</h2>
      <dl>
        {facts.map(({ name, value, detail, state }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {state && <StateDot state={state} />}
              {value}
            </dd>
            {detail && <dd className={classes.detail}>{detail}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}
