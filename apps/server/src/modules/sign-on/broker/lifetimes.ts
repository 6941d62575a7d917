import { TOKEN_REFRESH_GRACE_MS } from '@livetap/contract'

/** Seconds, as the token answer gives them. */
export const ACCESS_TOKEN_SECONDS = 10 * 60
export const AUTHORIZATION_CODE_SECONDS = 60
/** How long a sign-in page may be left open. */
export const INTERACTION_SECONDS = 30 * 60
/** A sign-in ends after this, however often its tokens are refreshed. */
export const SESSION_SECONDS = 14 * 24 * 60 * 60
export const REFRESH_GRACE_SECONDS = TOKEN_REFRESH_GRACE_MS / 1000
