import { ConsoleClient } from '@livetap/server/testing'
import type { Operation } from '../operation'

/** A session that was given is one that goes on. */
export const signIn: Operation = {
  name: 'sign-in',
  parallel: 1,
  pauseMs: 1_500,
  async run({ client, site, acknowledged }) {
    const { refresh_token } = await client.signIn()
    acknowledged()
    return async () => {
      const { status, error } = await client.withRetry(async () => {
        const answer = await new ConsoleClient(site.origin).refresh(refresh_token)
        if (answer.status >= 500) throw new Error(`the next token was answered ${answer.status}`)
        return answer
      })
      return { lost: status === 200 ? [] : [`a session: ${status} ${error}`], doubled: [] }
    }
  },
}
