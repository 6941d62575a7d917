/** Waits for the work, but not longer; false when it was not done in time. No timer is left behind. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<false>(resolve => {
    timer = setTimeout(resolve, ms, false)
  })
  try {
    return await Promise.race([work.then(() => true), enough])
  } finally {
    clearTimeout(timer)
  }
}
