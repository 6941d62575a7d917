import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Seal } from './seal'
import type { SealedKeyStore } from './sealed-key.store'

export interface BrokerKeys {
  /** Private keys, the newest first: the first one signs, all of them verify. */
  signing: JWK[]
  cookies: string[]
}

export const SIGNING_ALGORITHM = 'ES256'

/** Made once for a database and kept in it, sealed: every node signs with the same ones, and a restart changes nothing. */
export async function loadBrokerKeys(store: SealedKeyStore, seal: Seal): Promise<BrokerKeys> {
  const load = async <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const existing = await store.find(name)
    if (existing) return JSON.parse(seal.open(existing, name)) as T
    await store.insertIfMissing(name, seal.seal(JSON.stringify(await make()), name))
    const kept = await store.find(name)
    return JSON.parse(seal.open(kept!, name)) as T
  }
  return {
    signing: await load<JWK[]>('broker-signing', async () => [await newSigningKey()]),
    cookies: await load<string[]>('broker-cookies', async () => [randomBytes(32).toString('base64url')]),
  }
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
