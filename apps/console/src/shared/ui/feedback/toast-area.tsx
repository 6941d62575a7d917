import '@mantine/notifications/styles.css'
import { TOAST_MS } from '@livetap/contract'
import { Notifications, notifications } from '@mantine/notifications'
import type { CSSProperties } from 'react'
import { footerHeight } from '../../frame/footer-height'
import { useStore } from '../../use-store'
import { ToastBody } from './toast-body'
import type { Toast, ToastKind } from './toast-queue'
import classes from './toasts.module.css'
import { UNDO_BAR_PX, UndoBars } from './undo-bars'
import { undoOffers } from './undo-offers'

const colors: Record<ToastKind, string> = {
  info: 'accent',
  success: 'green',
  warning: 'yellow',
  error: 'red',
}

export function showToast({ kind, message, trackingId, action }: Toast): void {
  const id = action && crypto.randomUUID()
  const closing = action && {
    label: action.label,
    run: () => {
      notifications.hide(id!)
      action.run()
    },
  }
  notifications.show({
    id,
    color: colors[kind],
    message: <ToastBody kind={kind} message={message} trackingId={trackingId} action={closing} />,
    'data-kind': kind,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  } as Parameters<typeof notifications.show>[0])
}

/** Bottom right, above a play bar and what can be undone, 3500 ms; hovering one holds them all. */
export function ToastArea() {
  const { px } = useStore(footerHeight)
  const undoPx = useStore(undoOffers, ({ offers }) => offers.length * UNDO_BAR_PX)
  // Here and not on the root, where every element of the page would be styled again.
  const above = (bottomPx: number) => ({ '--footer-height': `${bottomPx}px` }) as CSSProperties
  return (
    <>
      <UndoBars style={above(px)} />
      <Notifications
        autoClose={TOAST_MS}
        position="bottom-right"
        pauseResetOnHover="all"
        limit={6}
        containerWidth={380}
        notificationMaxHeight={240}
        transitionDuration={120}
        allowScrollDismiss={false}
        style={above(px + undoPx)}
        classNames={{ root: classes.area, notification: classes.toast }}
      />
    </>
  )
}
