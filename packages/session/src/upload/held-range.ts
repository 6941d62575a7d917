/** The first byte that is wanted, from a `Range: bytes=0-N` header; without one nothing is held. */
export function nextStart(range: string | null): number {
  const match = /^bytes=0-(\d+)$/.exec(range?.trim() ?? '')
  return match ? Number(match[1]) + 1 : 0
}
