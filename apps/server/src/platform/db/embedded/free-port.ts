import { createServer } from 'node:net'

/** The preferred port when it is free, else any other. */
export async function freePort(preferred = 0): Promise<number> {
  return (await tryPort(preferred)) ?? (await tryPort(0))!
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : undefined))
    })
  })
}
