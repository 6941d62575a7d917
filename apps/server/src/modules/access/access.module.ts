import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { Callers } from '../../platform/http/open-server'
import type { Principal } from '../../platform/principal'
import { type Repeating, repeat } from '../../platform/repeating'
import { AccessService, sharedCutKey } from './access.service'
import { AccessChangesStore } from './access-changes.store'
import { AccessWatch } from './access-watch'
import { keysRoutes } from './keys/keys.routes'
import { KeysService } from './keys/keys.service'
import { KeysStore } from './keys/keys.store'
import { sharesRoutes } from './shares/shares.routes'
import { SharesService } from './shares/shares.service'
import { SharesStore } from './shares/shares.store'
import { StandingsStore } from './standings.store'
import { teamsRoutes } from './teams/teams.routes'
import { TeamsService } from './teams/teams.service'
import { TeamsStore } from './teams/teams.store'

export type AccessModule = ReturnType<typeof accessModule>

/** Principals that do not sign in: keys, and links of shares. `prefix` begins their tokens, `session` their session's name. */
export interface OtherPrincipals {
  authenticate(token: string): Promise<Principal | null>
  principalOf(sessionId: string): Promise<Principal | undefined>
  isToken(token: string): boolean
  isSession(sessionId: string): boolean
}

const TIDY_MS = 3_600_000

/** Who may do what to which meeting: the policy, the decisions, and what may be shared with whom. */
export function accessModule({ config, database, bus, log, storage }: Platform) {
  const { kysely } = database
  const changes = new AccessChangesStore(kysely)
  const watch = new AccessWatch({ store: changes, bus, log })
  const service = new AccessService(new StandingsStore(kysely), watch)
  const teams = new TeamsStore(kysely)
  const sharesStore = new SharesStore(kysely)
  const keys = new KeysService({ store: new KeysStore(kysely), teams, watch })
  const onRestricted: ((meetingId: string) => Promise<unknown>)[] = []
  const shares = new SharesService({
    store: sharesStore,
    teams,
    watch,
    knowsAccounts: config.signOn.kind === 'embedded',
    removeCut: async (meetingId, shareId) => storage.delete(sharedCutKey(meetingId, shareId)),
    onRestricted: async meetingId => {
      for (const listener of onRestricted) await listener(meetingId)
    },
  })
  const others: OtherPrincipals[] = [keys]
  let tidying: Repeating | undefined

  return {
    service,
    shares: sharesStore,
    teams,
    watch,
    /** Whose tokens are known beside those of the sign-on. */
    addPrincipals: (principals: OtherPrincipals) => void others.push(principals),
    /** Done when a meeting is restricted: what holds its sound elsewhere goes. */
    onRestricted: (listener: (meetingId: string) => Promise<unknown>) => void onRestricted.push(listener),
    /** The callers of the sign-on, and all others. */
    callers<C extends Callers>(signOn: C): Callers {
      return {
        ...signOn,
        access: service,
        authenticator: {
          authenticate: token =>
            (others.find(one => one.isToken(token)) ?? signOn.authenticator).authenticate(token),
        },
        principalOf: sessionId =>
          (others.find(one => one.isSession(sessionId)) ?? signOn).principalOf(sessionId),
      }
    },
    routes(server: HttpServer) {
      sharesRoutes(server, shares)
      keysRoutes(server, keys)
      teamsRoutes(server, new TeamsService(teams, watch))
    },
    start() {
      watch.start()
      const onError = (err: unknown) => log.warn({ err }, 'forgetting old changes of rights failed')
      tidying = repeat(() => changes.removeOld(), TIDY_MS, onError)
    },
    async stop() {
      await tidying?.stop()
      await watch.stop()
    },
  }
}
