import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-header.module.css'

interface Props {
  title: string
  /** A count or a state beside the title: "12 meetings". */
  aside?: ReactNode
  /** Controls at the right. */
  children?: ReactNode
}

export function PageHeader({ title, aside, children }: Props) {
  return (
    <header className={classes.header}>
      <Title order={1}>{title}</Title>
      {aside && <span className={classes.aside}>{aside}</span>}
      {children && <div className={classes.controls}>{children}</div>}
    </header>
  )
}
