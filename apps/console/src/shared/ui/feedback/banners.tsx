import { Alert, Button, type MantineColor } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './banners.module.css'

/** What the user has to know right now; empty on a good day. */
export function Banners({ children }: { children: ReactNode }) {
  return (
    <div className={classes.banners} aria-live="polite">
      {children}
    </div>
  )
}

interface BannerProps {
  color: MantineColor
  icon: ReactNode
  children: ReactNode
  isAlert?: boolean
}

export function Banner({ color, icon, children, isAlert }: BannerProps) {
  return (
    <Alert color={color} variant="light" icon={icon} p="sm" role={isAlert ? 'alert' : undefined}>
      {children}
    </Alert>
  )
}

/** A line with something to press at its end. */
export function BannerRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>
}

export function Warning({ children }: { children: ReactNode }) {
  return (
    <Banner color="yellow" icon={<IconAlertTriangle size={16} />}>
      {children}
    </Banner>
  )
}

export function ReconnectingBanner() {
  return (
    <Banner color="yellow" icon={<IconPlugConnectedX size={16} />}>
      Reconnecting. What you say is kept and sent when the connection is back.
    </Banner>
  )
}

export function DisconnectedBanner({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Banner color="red" icon={<IconPlugConnectedX size={16} />} isAlert>
      <BannerRow>
        <span>{text}</span>
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          Connect again
        </Button>
      </BannerRow>
    </Banner>
  )
}

export function LostAudioBanner({ lostMs }: { lostMs: number }) {
  if (lostMs <= 0) return null
  return (
    <Warning>
      {(lostMs / 1000).toFixed(1)} s of audio could not be sent while the connection was away.
    </Warning>
  )
}
