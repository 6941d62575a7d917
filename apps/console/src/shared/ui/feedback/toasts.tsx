import type { UndoOffer } from '@livetap/session'
import { useStore } from '../../use-store'
import { type ToastAction, ToastQueue } from './toast-queue'
import { undoOffers } from './undo-offers'

export interface Toasts {
  info: (message: string) => void
  /** The action closes the toast. */
  success: (message: string, action?: ToastAction) => void
  warning: (message: string) => void
  /** Errors can be copied, with their tracking id where there is one. */
  error: (message: string, detail?: { trackingId?: string }) => void
  /** In a bar of its own, for longer than a toast. The answer withdraws the offer. */
  offerUndo: (offer: UndoOffer) => () => void
}

const queue = new ToastQueue(() => import('./toast-area'))

/** One object for the whole app, so that session objects without React can toast too. */
export const toasts: Toasts = {
  info: message => queue.show({ kind: 'info', message }),
  success: (message, action) => queue.show({ kind: 'success', message, action }),
  warning: message => queue.show({ kind: 'warning', message }),
  error: (message, detail) => queue.show({ kind: 'error', message, ...detail }),
  offerUndo: offer => {
    queue.load()
    return undoOffers.offer(offer)
  },
}

export const useToasts = (): Toasts => toasts

export const loadToasts = queue.load

/** The place of toasts, from the moment their code is there. */
export function ToastPlace() {
  const area = useStore(queue)
  return area && <area.ToastArea />
}
