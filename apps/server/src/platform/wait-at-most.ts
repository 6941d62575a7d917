/** Waits for the work, but not longer; no timer is left behind. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await Promise.race([work, enough])
  } finally {
    clearTimeout(timer)
  }
}
