/** Does the work on all items, a few at a time. The first failure ends it, once what is under way has come to rest. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  signal: AbortSignal,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  let failed = false
  const lane = async () => {
    while (next < items.length && !failed) {
      signal.throwIfAborted()
      const index = next++
      try {
        await work(items[index]!, index)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const lanes = Array.from({ length: Math.max(1, Math.min(atOnce, items.length)) }, lane)
  const ended = await Promise.allSettled(lanes)
  const failure = ended.find(one => one.status === 'rejected')
  if (failure) throw failure.reason
}
