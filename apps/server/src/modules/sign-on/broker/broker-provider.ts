import type { AdapterFactory, Configuration, JWKS, Provider } from 'oidc-provider'
import { OUTAGE } from '../../../platform/http/errors'
import { isOutage } from '../../../platform/outage'
import type { AccountService } from '../accounts/account.service'
import type { SessionService } from '../sessions/session.service'
import { grantLoader } from './broker-grants'
import type { BrokerKeys } from './broker-keys'
import { SIGNING_ALGORITHM } from './broker-keys'
import { BROKER_PREFIX, brokerPaths } from './broker-paths'
import { AUDIENCE, RESOURCE, RESOURCE_SCOPE } from './broker-resource'
import {
  ACCESS_TOKEN_SECONDS,
  AUTHORIZATION_CODE_SECONDS,
  INTERACTION_SECONDS,
  SESSION_SECONDS,
} from './lifetimes'
import type { OidcProvider } from './load-oidc-provider'
import { type SuccessorOf, useSuccessors } from './refresh-successors'
import { errorPage } from './sign-in-page'

export const cookieNames = {
  session: 'livetap_session',
  interaction: 'livetap_interaction',
  resume: 'livetap_resume',
} as const

export interface BrokerParts {
  oidc: OidcProvider
  issuer: string
  clientId: string
  /** Where the console is served; its root is the only address a code is sent to. */
  origins: string[]
  keys: BrokerKeys
  adapter: AdapterFactory
  successorOf: SuccessorOf
  accounts: AccountService
  sessions: SessionService
}

export function createBrokerProvider(parts: BrokerParts): Provider {
  const provider = new parts.oidc.Provider(parts.issuer, configuration(parts))
  useSuccessors(parts.oidc, provider, parts.successorOf)
  // The mount writes the forwarded headers itself, from the server's own addresses: see broker-mount.
  provider.proxy = true
  return provider
}

function configuration({
  oidc,
  clientId,
  origins,
  keys,
  adapter,
  accounts,
  sessions,
}: BrokerParts): Configuration {
  return {
    adapter,
    jwks: { keys: keys.signing } as JWKS,
    clients: [
      {
        client_id: clientId,
        client_name: 'Livetap',
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        response_modes: ['query'],
        redirect_uris: origins.map(origin => `${origin}/`),
      },
    ],
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: ['openid', 'offline_access', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['preferred_username'], email: ['email'] },
    cookies: {
      names: cookieNames,
      keys: keys.cookies,
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: BROKER_PREFIX },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    routes: {
      authorization: brokerPaths.authorize,
      token: brokerPaths.accessToken,
      jwks: brokerPaths.jwks,
      end_session: brokerPaths.endSession,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: RESOURCE_SCOPE,
          audience: AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          jwt: { sign: { alg: SIGNING_ALGORITHM } },
        }),
      },
    },
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: AUTHORIZATION_CODE_SECONDS,
      IdToken: ACCESS_TOKEN_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Session: SESSION_SECONDS,
      Grant: SESSION_SECONDS,
      // Rotation prolongs nothing: a refresh token ends with the sign-in it came from.
      RefreshToken: ctx => Math.max(1, ctx.oidc.entities.Grant?.remainingTTL ?? SESSION_SECONDS),
    },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    extraTokenClaims: (_ctx, token) => ('grantId' in token ? { sid: token.grantId } : undefined),
    loadExistingGrant: grantLoader(sessions),
    findAccount: async (_ctx, id) => {
      const account = await accounts.findEnabled(id)
      return (
        account && {
          accountId: account.id,
          claims: async () => ({
            sub: account.id,
            email: account.email,
            preferred_username: account.userName,
          }),
        }
      )
    },
    clientBasedCORS: (_ctx, origin) => origins.includes(origin),
    interactions: {
      policy: signInPolicy(oidc),
      url: (_ctx, interaction) => `${BROKER_PREFIX}${brokerPaths.signIn}/${interaction.uid}`,
    },
    renderError: (ctx, out, error) => {
      const page = errorPage(isOutage(error) ? OUTAGE : String(out.error_description ?? out.error))
      ctx.set(page.headers)
      ctx.type = 'html'
      ctx.body = page.html
    },
  }
}

/** Signing in is the only thing ever asked: the console is our own, so there is nothing to consent to. */
function signInPolicy({ interactionPolicy }: OidcProvider) {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'account_gone',
        'the account was disabled',
        'login_required',
        ctx => ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined,
      ),
    )
  return policy
}
