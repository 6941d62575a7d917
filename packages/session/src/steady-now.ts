/** The time of day at which the page was opened and what passed since: goes on evenly though the clock is set. */
export const steadyNow = (): number => performance.timeOrigin + performance.now()
