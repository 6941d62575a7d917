/** The server writes a fresh nonce into every page; browsers show it to scripts only as a property. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
