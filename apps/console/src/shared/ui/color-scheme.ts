import { localStorageColorSchemeManager } from '@mantine/core'

/** The key is also read by public/color-scheme.js before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'livetap.color-scheme' })

/** The server writes a fresh nonce into every page; browsers show it to scripts only as a property. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
