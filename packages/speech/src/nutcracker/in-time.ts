/** What is found within this time, else undefined: then `onTimeout` is called, and the search is not awaited. */
export async function inTime<T>(
  find: () => Promise<T>,
  leftMs: number,
  onTimeout: () => void,
): Promise<T | undefined> {
  if (leftMs <= 0) return undefined
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => {
      onTimeout()
      resolve(undefined)
    }, leftMs)
  })
  return await Promise.race([find(), late]).finally(() => clearTimeout(timer))
}
