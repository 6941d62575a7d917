/** What a check found, and what the operator is to do about it: a check with something to do is a problem. */
export interface Finding {
  check: string
  found: string
  todo?: string
}

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
export const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`
export const reasonOf = (error: unknown) => {
  const { message, code } = error as NodeJS.ErrnoException
  return message || code || String(error)
}
