const VERIFIER_BYTES = 48
const STATE_BYTES = 24

export const newVerifier = (): string => randomText(VERIFIER_BYTES)
export const newState = (): string => randomText(STATE_BYTES)

/** S256 of RFC 7636. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64Url(new Uint8Array(digest))
}

function randomText(bytes: number): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(bytes)))
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
