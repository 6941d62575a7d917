import type { Grant, KoaContextWithOIDC } from 'oidc-provider'
import type { SessionService } from '../sessions/session.service'
import { RESOURCE, RESOURCE_SCOPE } from './broker-resource'

/** One grant for a browser's sign-in, granted in full to our own console; its id is the `sid` of the access tokens. */
export const grantLoader =
  (sessions: SessionService) =>
  async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { client, account, session, provider } = ctx.oidc
    if (!client || !account || !session) return undefined

    const existingId = session.grantIdFor(client.clientId)
    const existing = existingId ? await provider.Grant.find(existingId) : undefined
    if (existing && existing.accountId === account.accountId && (await sessions.findLive(existing.jti)))
      return existing

    const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
    grant.addOIDCScope('openid offline_access profile email')
    grant.addResourceScope(RESOURCE, RESOURCE_SCOPE)
    const id = await grant.save()
    await sessions.start({
      id,
      accountId: account.accountId,
      browserSession: session.uid,
      lifetimeMs: grant.expiration * 1000,
      address: ctx.ip,
      userAgent: ctx.get('user-agent'),
    })
    return grant
  }
