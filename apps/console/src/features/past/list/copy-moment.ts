import type { Toasts } from '../../../shared/ui/feedback/toasts'

/** Puts the address of a moment of this meeting on the clipboard. */
export async function copyMoment(time: string, toasts: Toasts): Promise<void> {
  const url = new URL(window.location.href)
  url.search = `?t=${time}`
  url.hash = ''
  try {
    await navigator.clipboard.writeText(url.href)
    toasts.success('Copied link to this moment')
  } catch {
    // Without a clipboard the address bar holds it.
    window.history.replaceState(window.history.state, '', url)
    toasts.info('The address bar now links to this moment')
  }
}
