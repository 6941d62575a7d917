import type { Adapter, AdapterFactory } from 'oidc-provider'
import type { PendingSignIns } from '../pending/pending-sign-ins.store'
import type { SessionService } from '../sessions/session.service'
import { REFRESH_GRACE_SECONDS } from './lifetimes'
import type { OidcProvider } from './load-oidc-provider'
import { hashId, type OidcPayloadStore, type StoredPayload } from './oidc-payload.store'
import type { SuccessorOf } from './refresh-successors'

export interface OidcAdapterParts {
  oidc: OidcProvider
  payloads: OidcPayloadStore
  sessions: SessionService
  successorOf: SuccessorOf
  pending: PendingSignIns
}

/**
 * Where the provider keeps what it knows. A grant is a session of ours: when the provider gives a grant up (a refresh token or a
 * code used twice), its session ends with it, and with that every access token that names it.
 *
 * A rotated refresh token is not used twice while its answer may have been lost: within the grace, and until its successor was
 * used, which only a client that got it can do.
 */
export function createOidcAdapter({
  oidc: { errors, Provider },
  payloads,
  sessions,
  successorOf,
  pending,
}: OidcAdapterParts): AdapterFactory {
  return model => {
    const isInGrace = async (id: string) =>
      model === 'RefreshToken' && (await payloads.wasConsumedWithin(model, id, REFRESH_GRACE_SECONDS))
    return {
      async upsert(id, payload, expiresIn) {
        await payloads.upsert(model, id, payload as StoredPayload, expiresIn)
        const address = model === 'Interaction' ? Provider.ctx?.ip : undefined
        if (address !== undefined) await pending.begun(hashId(id), address)
        // Each renewal makes another one.
        if (model === 'RefreshToken' && payload.grantId !== undefined)
          await sessions.seen(payload.grantId, Provider.ctx?.ip)
      },
      async find(id) {
        const found = await payloads.find(model, id)
        if (found?.consumed === undefined || !(await isInGrace(id))) return found
        if (await payloads.wasConsumed(model, successorOf(id))) return found
        return { ...found, consumed: undefined }
      },
      findByUid: uid => payloads.findByUid(model, uid),
      findByUserCode: userCode => payloads.findByUserCode(model, userCode),
      async destroy(id) {
        await payloads.destroy(model, id)
        if (model === 'Grant') await sessions.revoke(id)
      },
      async consume(id) {
        if ((await payloads.consume(model, id)) || (await isInGrace(id))) return
        // Two uses at the same instant: the provider saw neither as a repetition, the database did.
        const grantId = await payloads.grantIdOf(model, id)
        if (grantId) await sessions.revoke(grantId)
        throw new errors.InvalidGrant('already used')
      },
      revokeByGrantId: grantId => payloads.revokeByGrantId(model, grantId),
    } satisfies Adapter
  }
}
