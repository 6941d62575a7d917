import { TOAST_MS } from '@livetap/contract'
import type { Page } from '@playwright/test'

/** Toasts stay until a user has looked: on a busy machine that may be later than their 3500 ms. */
export const keepToasts = (page: Page): Promise<unknown> =>
  page.addInitScript(toastMs => {
    const original = window.setTimeout
    window.setTimeout = ((run: TimerHandler, delay?: number, ...rest: unknown[]) =>
      delay === toastMs ? 0 : original(run, delay, ...rest)) as typeof window.setTimeout
  }, TOAST_MS)
