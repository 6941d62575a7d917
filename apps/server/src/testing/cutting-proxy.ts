import { connect, createServer, type Socket } from 'node:net'

export interface CuttingProxy {
  url: string
  /** Resets every connection once this many more bytes have passed towards the server. */
  cutAfter(bytes: number): void
  /** Connections from now on hang: nothing passes and nothing is reset. */
  freeze(): void
  thaw(): void
  readonly cuts: number
  close(): Promise<void>
}

/** Stands between a client and a server and cuts what is under way, as a bad network does. */
export async function cuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<[Socket, Socket]>()
  let left = Number.POSITIVE_INFINITY
  let frozen = false
  let cuts = 0

  const cut = () => {
    cuts += 1
    left = Number.POSITIVE_INFINITY
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy()
    pairs.clear()
  }

  const server = createServer(inside => {
    const outside = connect(Number(port), hostname)
    const pair: [Socket, Socket] = [inside, outside]
    pairs.add(pair)
    inside.on('data', bytes => {
      if (frozen) return
      if (bytes.length > left) {
        outside.write(bytes.subarray(0, left), () => cut())
        left = Number.POSITIVE_INFINITY
        return
      }
      left -= bytes.length
      if (!outside.write(bytes)) inside.pause()
    })
    outside.on('drain', () => inside.resume())
    outside.on('data', bytes => void (frozen || inside.write(bytes)))
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        pairs.delete(pair)
        if (!frozen) other.destroy()
      })
    }
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const address = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${address.port}`,
    cutAfter(bytes) {
      left = bytes
    },
    freeze() {
      frozen = true
    },
    thaw() {
      frozen = false
    },
    get cuts() {
      return cuts
    },
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      await new Promise(closed => server.close(closed))
    },
  }
}
