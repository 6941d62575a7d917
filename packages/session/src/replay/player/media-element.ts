type Listener = (event: Event) => void

/** What the player asks of an audio element; a browser's own is one, tests bring theirs. */
export interface MediaElement {
  src: string
  preload: string
  currentTime: number
  playbackRate: number
  /** 0 to 1. */
  volume: number
  preservesPitch?: boolean
  readonly duration: number
  readonly paused: boolean
  readonly ended: boolean
  readonly seeking: boolean
  readonly readyState: number
  readonly error: { readonly code: number; readonly message?: string } | null
  play(): Promise<void>
  pause(): void
  load(): void
  removeAttribute(name: string): void
  addEventListener(type: string, listener: Listener): void
  removeEventListener(type: string, listener: Listener): void
}

/** From here on a seek lands and the length is known: HTMLMediaElement.HAVE_METADATA. */
export const HAVE_METADATA = 1
