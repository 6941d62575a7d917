import type { UndoOffer } from './undo-offers'

/** Where a session's messages to the user go: toasts in the console, a list in tests. */
export interface Notices {
  info(message: string): void
  success(message: string): void
  warning(message: string): void
  error(message: string, detail?: { trackingId?: string }): void
  /** The answer withdraws the offer. */
  offerUndo(offer: UndoOffer): () => void
}
