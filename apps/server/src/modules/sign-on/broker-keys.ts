import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/schema'
import type { Seal } from './seal'

export interface BrokerKeys {
  /** Private keys, the newest first: the first one signs, all of them verify. */
  signing: JWK[]
  cookies: string[]
}

export const SIGNING_ALGORITHM = 'ES256'

/** Made once for a database and kept in it, sealed: every node signs with the same ones, and a restart changes nothing. */
export async function loadBrokerKeys(db: Kysely<DB>, seal: Seal): Promise<BrokerKeys> {
  return {
    signing: await sealedKey<JWK[]>(db, seal, 'broker-signing', async () => [await newSigningKey()]),
    cookies: await sealedKey<string[]>(db, seal, 'broker-cookies', async () => [
      randomBytes(32).toString('base64url'),
    ]),
  }
}

async function sealedKey<T>(db: Kysely<DB>, seal: Seal, name: string, make: () => Promise<T>): Promise<T> {
  const read = async () => {
    const row = await db
      .selectFrom('sign_on_key')
      .select('sealed')
      .where('name', '=', name)
      .executeTakeFirst()
    return row && (JSON.parse(seal.open(row.sealed, name)) as T)
  }
  const existing = await read()
  if (existing) return existing
  // Of two nodes that start together one insert wins, and both read that one.
  await db
    .insertInto('sign_on_key')
    .values({ name, sealed: seal.seal(JSON.stringify(await make()), name) })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  return (await read())!
}

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  return {
    ...(await exportJWK(privateKey)),
    kid: randomBytes(12).toString('base64url'),
    alg: SIGNING_ALGORITHM,
    use: 'sig',
  }
}
