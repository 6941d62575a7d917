import { TOAST_MS } from '@livetap/contract'
import type { NoticeAction } from '@livetap/session'
import { Notifications, notifications } from '@mantine/notifications'
import { ToastBody, type ToastKind } from './toast-body'
import classes from './toasts.module.css'

export interface Toasts {
  info: (message: string) => void
  /** The action closes the toast. */
  success: (message: string, action?: NoticeAction) => void
  warning: (message: string) => void
  /** Errors can be copied, with their tracking id where there is one. */
  error: (message: string, detail?: { trackingId?: string | undefined }) => void
}

const colors: Record<ToastKind, string> = {
  info: 'accent',
  success: 'green',
  warning: 'yellow',
  error: 'red',
}

interface Extra {
  trackingId?: string | undefined
  action?: NoticeAction | undefined
}

function show(kind: ToastKind, message: string, { trackingId, action }: Extra = {}): void {
  const id = action && crypto.randomUUID()
  const closing = action && {
    label: action.label,
    run: () => {
      notifications.hide(id!)
      action.run()
    },
  }
  notifications.show({
    ...(id && { id }),
    color: colors[kind],
    message: <ToastBody kind={kind} message={message} trackingId={trackingId} action={closing} />,
    'data-kind': kind,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  } as Parameters<typeof notifications.show>[0])
}

/** One object for the whole app, so that session objects without React can toast too. */
export const toasts: Toasts = {
  info: message => show('info', message),
  success: (message, action) => show('success', message, { action }),
  warning: message => show('warning', message),
  error: (message, detail) => show('error', message, detail),
}

export const useToasts = (): Toasts => toasts

/** Bottom right, above a play bar, 3500 ms; hovering one holds them all. */
export function ToastArea() {
  return (
    <Notifications
      autoClose={TOAST_MS}
      position="bottom-right"
      pauseResetOnHover="all"
      limit={6}
      containerWidth={380}
      notificationMaxHeight={240}
      transitionDuration={120}
      allowScrollDismiss={false}
      classNames={{ root: classes.area, notification: classes.toast }}
    />
  )
}
