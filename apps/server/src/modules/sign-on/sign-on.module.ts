import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { Authenticator } from '../../platform/http/entry/entry'
import type { EventsModule } from '../events'
import { startSignOn } from './sign-on'
import type { SignOn } from './sign-on-options'

export type SignOnModule = Awaited<ReturnType<typeof signOnModule>>

/** For tests: users of their own. */
export type OwnCallers = Authenticator & Pick<SignOn, 'isSessionLive'>

export async function signOnModule(
  { config, database, secret, log, scope }: Platform,
  { events }: { events: EventsModule },
  { callers }: { callers?: OwnCallers } = {},
) {
  const makesFirstAccount = callers === undefined
  const recorder = events.recorder
  const signOn = await startSignOn({ config, database, secret, log, recorder, makesFirstAccount })
  scope.own('sign-on', signOn, signOn => signOn.stop())
  return {
    authenticator: callers ?? signOn.authenticator,
    isSessionLive: (sessionId: string) => (callers ?? signOn).isSessionLive(sessionId),
    events: signOn.events,
    onSessionEnded: (listener: (sessionId: string) => void) =>
      signOn.events.onSessionEnded(({ sessionId }) => listener(sessionId)),
    firstAccount: signOn.firstAccount,
    oldestAccount: () => signOn.oldestAccount(),
    routes: (server: HttpServer) => server.register(signOn.routes),
  }
}
