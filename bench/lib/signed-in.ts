import { ConsoleClient } from '@livetap/server/testing'
import { admin } from '../../e2e/support/server'

/** A bearer of the first account, got the way the console gets it. */
export async function bearerOf(origin: string): Promise<string> {
  const { access_token } = await new ConsoleClient(origin).signIn(admin.email, admin.password)
  return access_token
}
