import { openAccounts } from './accounts/accounts'
import { createBroker } from './broker/broker'
import { loadBrokerKeys } from './broker/broker-keys'
import { brokerMount } from './broker/broker-mount'
import { loadOidcProvider } from './broker/load-oidc-provider'
import { logoutRoutes } from './broker/logout.routes'
import { createOidcAdapter } from './broker/oidc-adapter'
import { createOidcPayloadStore } from './broker/oidc-payload.store'
import { publicOrigins } from './broker/public-origins'
import { createSuccessorOf } from './broker/refresh-successors'
import { createSeal } from './broker/seal'
import { createSealedKeyStore } from './broker/sealed-key.store'
import { signInRoutes } from './broker/sign-in.routes'
import { createPendingSignIns } from './pending/pending-sign-ins.store'
import { createAudit } from './sessions/audit'
import { startCleanup } from './sessions/cleanup'
import { embeddedAuthenticator } from './sessions/embedded-authenticator'
import { createEmbeddedTokens } from './sessions/embedded-tokens'
import { listenForEndedSessions } from './sessions/session-listener'
import type { SignOn, SignOnOptions } from './sign-on-options'

export async function startEmbeddedSignOn(options: SignOnOptions): Promise<SignOn> {
  const { config, database, secret, log, recorder, makesFirstAccount = true } = options
  const db = database.kysely
  const keys = await loadBrokerKeys(createSealedKeyStore(db), createSeal(secret))
  const { accounts, sessions, events, throttle, origin } = openAccounts(db)
  const firstAccount = makesFirstAccount ? await accounts.createFirst(config.admin) : undefined

  const oidc = await loadOidcProvider()
  const payloads = createOidcPayloadStore(db)
  const successorOf = createSuccessorOf(secret)
  const broker = createBroker({
    oidc,
    clientId: config.signOn.clientId,
    keys,
    adapter: createOidcAdapter({
      oidc,
      payloads,
      sessions,
      successorOf,
      pending: createPendingSignIns(db),
    }),
    successorOf,
    accounts,
    sessions,
    origins: publicOrigins(config),
    onProblem: error => log.error({ reason: error.message, stack: error.stack }, 'broker failed'),
  })
  const audit = createAudit(recorder, log)
  const tokens = createEmbeddedTokens(broker, keys.signing)
  const stopListening = await listenForEndedSessions({ database, origin, events, sessions, log })
  const cleanup = startCleanup(
    [() => sessions.tidy(), () => payloads.removeExpired(), () => throttle.removeOld()],
    log,
  )

  return {
    authenticator: embeddedAuthenticator(tokens, sessions),
    events,
    isSessionLive: async sessionId => (await sessions.findLive(sessionId)) !== undefined,
    firstAccount,
    async oldestAccount() {
      const account = await accounts.oldest()
      return account && { userId: account.id, email: account.email }
    },
    routes: async app => {
      await app.register(signInRoutes({ broker, accounts, sessions, audit }))
      await app.register(logoutRoutes(tokens, sessions, audit))
      await app.register(brokerMount(broker))
    },
    async stop() {
      audit.stop()
      await cleanup.stop()
      stopListening()
    },
  }
}
