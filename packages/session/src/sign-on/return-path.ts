import { routes } from '@livetap/contract'

/**
 * The address to open after signing in: a path of this origin only, so that a crafted link cannot send a
 * freshly signed-in user elsewhere. Anything else becomes the launcher.
 */
export function safeReturnPath(wanted: unknown, origin: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return routes.launcher
  let url: URL
  try {
    url = new URL(wanted, origin)
  } catch {
    return routes.launcher
  }
  if (url.origin !== origin || url.username !== '' || url.pathname === routes.login) return routes.launcher
  // The address of a sign-in answer must never be replayed.
  url.searchParams.delete('code')
  url.searchParams.delete('state')
  return `${url.pathname}${url.search}${url.hash}`
}
