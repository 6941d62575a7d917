/** Who is signed in, as the sign-on knows them. */
export interface Principal {
  userId: string
  userName: string
  emails: string[]
  sessionId: string
  /** Epoch milliseconds. */
  tokenExpiresAt: number
}
