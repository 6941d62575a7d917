/** Keeps both ends: ids of one family differ at their end as often as at their beginning. */
export function shortenMiddle(text: string, length: number): string {
  const letters = [...text]
  if (letters.length <= length) return text
  const kept = Math.max(2, length - 1)
  const head = Math.ceil(kept / 2)
  return `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (kept - head)).join('')}`
}
