/** What is found until a moment of `performance.now()`, else nothing: then `giveUp` is called, and it is looked for no longer. */
export async function inTime<T>(
  find: () => Promise<readonly T[]>,
  untilMs: number,
  giveUp: () => void,
): Promise<readonly T[]> {
  const leftMs = untilMs - performance.now()
  if (leftMs <= 0) return []
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly T[]>(resolve => {
    timer = setTimeout(() => {
      giveUp()
      resolve([])
    }, leftMs)
  })
  return await Promise.race([find(), late]).finally(() => clearTimeout(timer))
}
