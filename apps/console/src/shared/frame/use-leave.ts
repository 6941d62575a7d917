import { useToasts } from '../ui/feedback/toasts'
import { useExit } from './use-exit'

/** Leaves for the start screen with the two toasts of the documents. */
export function useLeave(exiting: string, closed: string): () => void {
  const exit = useExit()
  const toasts = useToasts()
  return () => {
    toasts.warning(exiting)
    exit()
    toasts.success(closed)
  }
}
