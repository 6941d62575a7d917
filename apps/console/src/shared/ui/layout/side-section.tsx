import type { ReactNode } from 'react'
import classes from './side-section.module.css'

interface SectionProps {
  title: string
  action?: ReactNode
  children: ReactNode
}

/** A titled part of the narrow panel at the right. */
export function SideSection({ title, action, children }: SectionProps) {
  return (
    <section className={classes.section}>
      <header className={classes.head}>
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  )
}

/** A name and its value on one line. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <span>{name}</span>
      <span className="tabular">{children}</span>
    </div>
  )
}
