import type { ClockRequest } from './worker-clock'

/** The other side of `WorkerClock`: says the id of each timer when it is due. */
const port = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ClockRequest>) => void) | null
  postMessage(id: number): void
}
const running = new Map<number, ReturnType<typeof setTimeout>>()

port.onmessage = ({ data: { id, kind, ms } }) => {
  if (kind === 'stop') {
    // One call stops both kinds.
    clearTimeout(running.get(id))
    running.delete(id)
  } else if (kind === 'interval')
    running.set(
      id,
      setInterval(() => port.postMessage(id), ms),
    )
  else
    running.set(
      id,
      setTimeout(() => {
        running.delete(id)
        port.postMessage(id)
      }, ms),
    )
}
