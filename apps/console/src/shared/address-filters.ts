/** The value of a filter in the address, where it is one that is known. */
export const oneOf = <T extends string>(
  known: readonly T[],
  value: string | undefined | null,
): T | undefined => known.find(one => one === value)

/** Other filters in the address; an empty value takes one out. What is `left` out was of the list before. */
export function changedFilters(
  search: URLSearchParams,
  change: Readonly<Partial<Record<string, string>>>,
  ...left: string[]
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of left) next.delete(name)
  for (const [name, value = ''] of Object.entries(change))
    if (value.trim()) next.set(name, value.trim())
    else next.delete(name)
  return next
}
