import { openAccounts } from './accounts'
import { createAudit } from './audit'
import { createBroker } from './broker'
import { loadBrokerKeys } from './broker-keys'
import { brokerMount } from './broker-mount'
import { startCleanup } from './cleanup'
import { embeddedAuthenticator } from './embedded-authenticator'
import { createEmbeddedTokens } from './embedded-tokens'
import { loadOidcProvider } from './load-oidc-provider'
import { logoutRoutes } from './logout.routes'
import { createOidcAdapter } from './oidc-adapter'
import { createOidcPayloadStore } from './oidc-payload.store'
import { publicOrigins } from './public-origins'
import { createSeal } from './seal'
import { createSealedKeyStore } from './sealed-key.store'
import { listenForEndedSessions } from './session-listener.store'
import { signInRoutes } from './sign-in.routes'
import type { SignOn, SignOnOptions } from './sign-on-options'

export async function startEmbeddedSignOn(options: SignOnOptions): Promise<SignOn> {
  const { config, database, secret, log, recorder, makesFirstAccount = true } = options
  const db = database.kysely
  const keys = await loadBrokerKeys(createSealedKeyStore(db), createSeal(secret))
  const { accounts, sessions, events, throttle, origin } = openAccounts(db)
  const firstAccount = makesFirstAccount ? await accounts.createFirst(config.admin) : undefined

  const oidc = await loadOidcProvider()
  const payloads = createOidcPayloadStore(db)
  const broker = createBroker({
    oidc,
    clientId: config.signOn.clientId,
    keys,
    adapter: createOidcAdapter(oidc, payloads, sessions),
    accounts,
    sessions,
    origins: publicOrigins(config),
    onProblem: error => log.error({ reason: error.message, stack: error.stack }, 'the broker failed'),
  })
  const audit = createAudit(recorder, log)
  const tokens = createEmbeddedTokens(broker, keys.signing)
  const listener = await listenForEndedSessions(database.url, origin, ended => events.announce([ended]), log)
  const cleanup = startCleanup(
    [() => sessions.tidy(), () => payloads.removeExpired(), () => throttle.removeOld()],
    log,
  )

  return {
    authenticator: embeddedAuthenticator(tokens, sessions),
    events,
    isSessionLive: async sessionId => (await sessions.findLive(sessionId)) !== undefined,
    firstAccount,
    routes: async app => {
      await app.register(signInRoutes({ broker, accounts, sessions, audit }))
      await app.register(logoutRoutes(tokens, sessions, audit))
      await app.register(brokerMount(broker))
    },
    async stop() {
      await cleanup.stop()
      await listener.stop()
    },
  }
}
