import { clockText } from '@livetap/transcript'
import classes from '../player/play-bar.module.css'

const LINE_PX = 20

/** The digits that change within a minute: how long each stands, and how many values it has. */
const wheels = [
  { unitMs: 10_000, values: 6 },
  { unitMs: 1000, values: 10 },
  { unitMs: 100, values: 10 },
  { unitMs: 10, values: 10 },
  { unitMs: 1, values: 10 },
] as const
/** The wheels turn by the page's clock. Further from the sound's own than this, they are put right. */
const DRIFT_MS = 4

/**
 * A time that runs, to the millisecond. A new text for every frame would cost the page every frame; so while it runs,
 * what is seen are wheels of digits that the compositor turns, and the text itself, which is what can be read out,
 * changes out of sight. Standing still, the text is what is seen.
 */
export class RollingClock {
  readonly #text = document.createTextNode('')
  readonly #exact: HTMLElement
  readonly #rolling = document.createElement('span')
  readonly #before = document.createTextNode('')
  readonly #strips: HTMLElement[]
  #turning: Animation[] = []
  /** Which time was seen when, by the page's clock, and how fast it runs. */
  #seen = { ms: 0, at: 0, rate: 1 }
  #minute: ReturnType<typeof setTimeout> | undefined

  /** `sign` is before a time that runs down. */
  constructor(
    exact: HTMLElement,
    private readonly sign: '' | '-',
  ) {
    this.#exact = exact
    exact.replaceChildren(this.#text)
    this.#strips = wheels.map(({ values }) => {
      const strip = document.createElement('span')
      strip.className = classes.strip!
      // At the start of a turn down the strip is behind its last digit, where the first one follows.
      strip.textContent = Array.from({ length: values + 1 }, (_, digit) => digit % values).join('\n')
      return strip
    })
    const [tens, ones, ...thousandths] = this.#strips.map(inWindow)
    this.#rolling.ariaHidden = 'true'
    this.#rolling.hidden = true
    this.#rolling.append(this.#before, tens!, ones!, '.', ...thousandths)
    exact.after(this.#rolling)
  }

  /** Shows a time that stands. */
  show(ms: number): void {
    this.#stop()
    this.#text.data = this.sign + clockText(ms)
    this.#exact.hidden = false
    this.#rolling.hidden = true
  }

  /** Shows a time that runs, up or down as its sign says; `now` tells it. */
  run(now: () => number, rate: number): void {
    this.#stop()
    const ms = Math.max(0, now())
    const text = clockText(ms)
    this.#text.data = this.sign + text
    this.#before.data = `${this.sign}${text.slice(0, -6)}`
    this.#turning = wheels.map(({ unitMs, values }, i) =>
      turn(this.#strips[i]!, (unitMs * values) / rate, values, this.sign),
    )
    this.#place(ms, rate)
    this.#exact.hidden = true
    this.#rolling.hidden = false
    const left = this.sign ? (ms % 60_000) + 1 : 60_000 - (ms % 60_000)
    this.#minute = setTimeout(() => this.run(now, rate), left / rate)
  }

  /** The text of a time that runs, out of sight; what is seen is put right where it has drifted away. */
  showText(ms: number): void {
    this.#text.data = this.sign + clockText(ms)
    const { ms: before, at, rate } = this.#seen
    const passedMs = (performance.now() - at) * rate
    const isOff = Math.abs(before + (this.sign ? -passedMs : passedMs) - ms) > DRIFT_MS
    if (this.#turning.length > 0 && isOff) this.#place(Math.max(0, ms), rate)
  }

  remove(): void {
    this.#stop()
    this.#rolling.remove()
  }

  /** Turns every wheel to a time. By its start: a current time would only be taken over by the next frame. */
  #place(ms: number, rate: number): void {
    const at = performance.now()
    this.#seen = { ms, at, rate }
    for (const [i, { unitMs, values }] of wheels.entries()) {
      const periodMs = unitMs * values
      const into = ms % periodMs
      this.#turning[i]!.startTime = at - (this.sign ? periodMs - into : into) / rate
    }
  }

  #stop(): void {
    clearTimeout(this.#minute)
    for (const animation of this.#turning) animation.cancel()
    this.#turning = []
  }
}

function inWindow(strip: HTMLElement): HTMLElement {
  const window = document.createElement('span')
  window.className = classes.wheel!
  window.append(strip)
  return window
}

function turn(strip: HTMLElement, turnMs: number, values: number, sign: string): Animation {
  const frames = [{ transform: 'translateY(0)' }, { transform: `translateY(${-values * LINE_PX}px)` }]
  return strip.animate(frames, {
    duration: turnMs,
    iterations: Number.POSITIVE_INFINITY,
    easing: `steps(${values})`,
    direction: sign ? 'reverse' : 'normal',
  })
}
