import type { Adapter, AdapterFactory } from 'oidc-provider'
import type { SessionService } from '../sessions/session.service'
import type { OidcProvider } from './load-oidc-provider'
import type { OidcPayloadStore, StoredPayload } from './oidc-payload.store'

/**
 * Where the provider keeps what it knows. A grant is a session of ours: when the provider gives a grant up (a refresh token or a
 * code used twice), its session ends with it, and with that every access token that names it.
 */
export function createOidcAdapter(
  { errors }: OidcProvider,
  payloads: OidcPayloadStore,
  sessions: SessionService,
): AdapterFactory {
  return model =>
    ({
      upsert: (id, payload, expiresIn) => payloads.upsert(model, id, payload as StoredPayload, expiresIn),
      find: id => payloads.find(model, id),
      findByUid: uid => payloads.findByUid(model, uid),
      findByUserCode: userCode => payloads.findByUserCode(model, userCode),
      async destroy(id) {
        await payloads.destroy(model, id)
        if (model === 'Grant') await sessions.revoke(id)
      },
      async consume(id) {
        if (await payloads.consume(model, id)) return
        // Two uses at the same instant: the provider saw neither as a repetition, the database did.
        const grantId = await payloads.grantIdOf(model, id)
        if (grantId) await sessions.revoke(grantId)
        throw new errors.InvalidGrant('already used')
      },
      revokeByGrantId: grantId => payloads.revokeByGrantId(model, grantId),
    }) satisfies Adapter
}
