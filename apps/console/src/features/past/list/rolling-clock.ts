import { clockText } from '@livetap/transcript'
import classes from '../player/play-bar.module.css'

const LINE_PX = 20

/** The digits that change within a minute: how long each stands, and how many values it has. */
const wheels = [
  { unitMs: 10_000, values: 6 },
  { unitMs: 1000, values: 10 },
  { unitMs: 100, values: 10 },
] as const

/**
 * A time that runs. Ten new texts a second would cost the page ten frames a second; so while it runs, what is seen
 * are wheels of digits that the compositor turns, and the text itself, which is what can be read out and tested,
 * changes out of sight. Standing still, the text is what is seen, to the millisecond.
 */
export class RollingClock {
  readonly #text = document.createTextNode('')
  readonly #exact: HTMLElement
  readonly #rolling = document.createElement('span')
  readonly #before = document.createTextNode('')
  readonly #after = document.createTextNode('')
  readonly #strips: HTMLElement[]
  #turning: Animation[] = []
  #minute: ReturnType<typeof setTimeout> | undefined

  /** `sign` stands before a time that runs down. */
  constructor(
    exact: HTMLElement,
    private readonly sign: '' | '-',
  ) {
    this.#exact = exact
    exact.replaceChildren(this.#text)
    this.#strips = wheels.map(({ values }) => {
      const strip = document.createElement('span')
      strip.className = classes.strip!
      strip.textContent = Array.from({ length: values }, (_, digit) => digit).join('\n')
      return strip
    })
    const [tens, ones, tenths] = this.#strips.map(inWindow)
    this.#rolling.ariaHidden = 'true'
    this.#rolling.hidden = true
    this.#rolling.append(this.#before, tens!, ones!, '.', tenths!, this.#after)
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
    this.#after.data = text.slice(-2)
    this.#turning = wheels.map(({ unitMs, values }, i) =>
      turn(this.#strips[i]!, ms, unitMs, values, rate, this.sign),
    )
    this.#exact.hidden = true
    this.#rolling.hidden = false
    const left = this.sign ? (ms % 60_000) + 1 : 60_000 - (ms % 60_000)
    this.#minute = setTimeout(() => this.run(now, rate), left / rate)
  }

  /** The text of a time that runs, out of sight. */
  tell(ms: number): void {
    this.#text.data = this.sign + clockText(ms)
  }

  remove(): void {
    this.#stop()
    this.#rolling.remove()
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

function turn(
  strip: HTMLElement,
  ms: number,
  unitMs: number,
  values: number,
  rate: number,
  sign: string,
): Animation {
  const periodMs = unitMs * values
  const frames = [{ transform: 'translateY(0)' }, { transform: `translateY(${-values * LINE_PX}px)` }]
  const animation = strip.animate(frames, {
    duration: periodMs / rate,
    iterations: Number.POSITIVE_INFINITY,
    easing: `steps(${values})`,
    direction: sign ? 'reverse' : 'normal',
  })
  const into = ms % periodMs
  animation.currentTime = (sign ? periodMs - into : into) / rate
  return animation
}
