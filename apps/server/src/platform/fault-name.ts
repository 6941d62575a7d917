/** What kind of failure it is. Never its message: that may hold a path, an address or a word of a meeting. */
export function faultName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { reason, code } = error as { reason?: unknown; code?: unknown }
  const kind = typeof reason === 'string' ? reason : typeof code === 'string' ? code : undefined
  return kind ? `${error.name} ${kind}` : error.name
}
