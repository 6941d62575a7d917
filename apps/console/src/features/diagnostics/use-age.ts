import { useNow } from '../../shared/time/use-now'

/** "12 s old", counted on; empty while there is nothing. */
export function useAge(atMs: number | undefined): string {
  const ageMs = useNow() - (atMs ?? 0)
  return atMs === undefined ? '' : `${Math.max(0, Math.round(ageMs / 1000))} s old`
}
