import { Button, Drawer } from '@mantine/core'
import { IconLayoutSidebarRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import frame from './live-frame.module.css'
import { useNarrow } from './use-narrow'

interface Props {
  /** What the panel shows; names it and its button. */
  label: string
  children: ReactNode
}

/** The panel beside the transcript; in a narrow window a button opens it as a drawer. */
export function SideDrawer({ label, children }: Props) {
  const isNarrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  if (!isNarrow)
    return (
      <aside className={frame.side} aria-label={label}>
        {children}
      </aside>
    )
  return (
    <>
      <Button
        size="xs"
        variant="default"
        className={frame.sideButton}
        leftSection={<IconLayoutSidebarRight size={16} />}
        aria-haspopup="dialog"
        data-hint={label}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={label}
        position="right"
        size="min(320px, 100%)"
        padding={0}
        classNames={{ header: frame.drawerHead }}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {children}
      </Drawer>
    </>
  )
}
