/**
 * The question that a Link header with rel="next" leads to, undefined on the last page. Only its query is taken: the
 * call still goes to our own gateway, wherever the provider says it lives.
 */
export function nextPage(link: string | null): Record<string, string> | undefined {
  for (const part of (link ?? '').split(/,\s*(?=<)/)) {
    const [, target, parameters] = /^<([^>]*)>(.*)$/.exec(part.trim()) ?? []
    if (target === undefined || !/;\s*rel="?next"?(;|$)/i.test(parameters ?? '')) continue
    return Object.fromEntries(new URL(target, 'http://gateway').searchParams)
  }
  return undefined
}
