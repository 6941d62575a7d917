import type { Page } from '@playwright/test'

/** What a page acquired under an address and has not released. */
export interface Leftovers {
  tracks: string[]
  sockets: string[]
  workers: string[]
  audio: string[]
  timers: string[]
}

export const nothingLeft: Leftovers = { tracks: [], sockets: [], workers: [], audio: [], timers: [] }

/**
 * Writes down every microphone track, socket, worker, audio context and timer that the page takes while its address
 * begins with `path`. To be called before the page is opened; the answer tells which of them it still holds.
 */
export async function watchLeftovers(page: Page, path: string): Promise<() => Promise<Leftovers>> {
  await page.addInitScript(under => {
    const here = () => location.pathname.startsWith(under)
    const held = {
      tracks: new Set<MediaStreamTrack>(),
      sockets: new Set<WebSocket>(),
      workers: new Map<Worker, string>(),
      audio: new Set<AudioContext>(),
      timers: new Map<number, string>(),
    }
    Object.assign(window, { held })
    const askForMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async constraints => {
      const stream = await askForMedia(constraints)
      for (const track of stream.getTracks()) if (here()) held.tracks.add(track)
      return stream
    }
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols)
        if (here()) held.sockets.add(this)
      }
    }
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        if (here()) held.workers.set(this, String(url))
      }
      override terminate() {
        super.terminate()
        held.workers.delete(this)
      }
    }
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options)
        if (here()) held.audio.add(this)
      }
    }
    const from = () => new Error().stack?.split('\n').slice(3, 6).join(' ') ?? ''
    const { setInterval, setTimeout, clearInterval, clearTimeout } = window
    window.setInterval = ((run: () => void, ms?: number, ...rest: unknown[]) => {
      const id = setInterval(run, ms, ...rest)
      if (here()) held.timers.set(id, `every ${ms} ms: ${from()}`)
      return id
    }) as typeof window.setInterval
    window.setTimeout = ((run: (...rest: unknown[]) => void, ms?: number, ...rest: unknown[]) => {
      const done = () => {
        held.timers.delete(id)
        run(...rest)
      }
      const id: number = setTimeout(done, ms)
      if (here()) held.timers.set(id, `once after ${ms} ms: ${from()}`)
      return id
    }) as typeof window.setTimeout
    const stop = (original: (id?: number) => void) => (id?: number) => {
      if (id !== undefined) held.timers.delete(id)
      original(id)
    }
    window.clearInterval = stop(clearInterval) as typeof window.clearInterval
    window.clearTimeout = stop(clearTimeout) as typeof window.clearTimeout
  }, path)
  return () =>
    page.evaluate(() => {
      const { held } = window as unknown as {
        held: {
          tracks: Set<MediaStreamTrack>
          sockets: Set<WebSocket>
          workers: Map<Worker, string>
          audio: Set<AudioContext>
          timers: Map<number, string>
        }
      }
      return {
        tracks: [...held.tracks].filter(one => one.readyState === 'live').map(one => one.label),
        sockets: [...held.sockets].filter(one => one.readyState !== WebSocket.CLOSED).map(one => one.url),
        workers: [...held.workers.values()],
        audio: [...held.audio].filter(one => one.state !== 'closed').map(one => one.state),
        timers: [...held.timers.values()],
      }
    })
}
