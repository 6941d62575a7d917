import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './screen-page.module.css'

interface Props {
  title: string
  /** How many there are, or how old it is. */
  aside?: ReactNode
  controls: ReactNode
  children: ReactNode
}

export function ScreenPage({ title, aside, controls, children }: Props) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Title order={1}>{title}</Title>
        {aside && <span className={classes.aside}>{aside}</span>}
        <div className={classes.controls}>{controls}</div>
      </header>
      {children}
    </div>
  )
}
