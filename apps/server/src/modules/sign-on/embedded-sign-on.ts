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
import { AccountChangesStore } from './management/account-changes.store'
import { AccountLinksStore } from './management/account-links.store'
import { AccountListStore } from './management/account-list.store'
import { AccountManagement } from './management/account-management.service'
import { createPendingSignIns } from './pending/pending-sign-ins.store'
import { createAudit } from './sessions/audit'
import { startCleanup } from './sessions/cleanup'
import { embeddedAuthenticator, principalOfSession } from './sessions/embedded-authenticator'
import { createEmbeddedTokens } from './sessions/embedded-tokens'
import type { SessionService } from './sessions/session.service'
import { watchEndedSessions } from './sessions/session-watch'
import type { SignOn, SignOnOptions } from './sign-on-options'

export interface EmbeddedSignOn extends SignOn {
  /** What admins do with accounts. */
  management: AccountManagement
  sessions: SessionService
}

export async function startEmbeddedSignOn(options: SignOnOptions): Promise<EmbeddedSignOn> {
  const { config, database, bus, secret, log, recorder, auditLog, makesFirstAccount = true } = options
  const db = database.kysely
  const keys = await loadBrokerKeys(createSealedKeyStore(db), createSeal(secret))
  const { accounts, sessions, events, throttle, rightsChanged } = openAccounts(db, bus)
  const firstAccount = makesFirstAccount ? await accounts.createFirst(config.admin) : undefined
  await accounts.ensureAdmin()

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
  const links = new AccountLinksStore(db)
  const management = new AccountManagement({
    list: new AccountListStore(db),
    changes: new AccountChangesStore(db),
    links,
    sessions,
    rightsChanged,
  })
  const audit = createAudit(recorder, log, auditLog)
  const tokens = createEmbeddedTokens(broker, keys.signing)
  const watch = watchEndedSessions({ bus, events, sessions, log })
  const cleanup = startCleanup(
    [
      () => sessions.tidy(),
      () => payloads.removeExpired(),
      () => throttle.removeOld(),
      () => links.removeOld(),
    ],
    log,
  )

  return {
    authenticator: embeddedAuthenticator(tokens, sessions),
    events,
    provider: undefined,
    accounts,
    management,
    sessions,
    async principalOf(sessionId) {
      const session = await sessions.findLive(sessionId)
      return session && principalOfSession(session, sessionId, Date.now())
    },
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
      await watch.stop()
    },
  }
}
