import { type ReactNode, useId } from 'react'
import classes from './launcher.module.css'

interface Props {
  step: 1 | 2 | 3
  heading: string
  children: ReactNode
}

/** One of the three columns, with its number and heading; what it holds scrolls inside it. */
export function Column({ step, heading, children }: Props) {
  const id = useId()
  return (
    <section className={classes.column} aria-labelledby={id}>
      <h2 className={classes.heading} id={id}>
        <span className={classes.step}>{step}</span> {heading}
      </h2>
      {children}
    </section>
  )
}
