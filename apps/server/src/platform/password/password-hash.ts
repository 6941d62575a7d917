import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { createConcurrencyLimit } from './concurrency-limit'

export interface HashCost {
  N: number
  r: number
  p: number
}

/** Each hash names its own cost, so raising this one never locks out the accounts hashed before. */
const COST: HashCost = { N: 2 ** 15, r: 8, p: 3 }
const KEY_BYTES = 32
const SALT_BYTES = 16
const MAX_MEMORY_BYTES = 256 * 1024 * 1024

/**
 * A derivation holds 32 MB and a processor for a tenth of a second or more: two at once keep a burst of sign-ins from taking the machine. As many wait as are
 * answered before a browser gives up.
 */
const gate = createConcurrencyLimit({ concurrency: 2, maxWaiting: 400 })

/** Of an account without a password: it is checked as any other, and no password has it. */
export const NO_PASSWORD_HASH = [
  'scrypt',
  `N=${COST.N},r=${COST.r},p=${COST.p}`,
  Buffer.alloc(SALT_BYTES).toString('base64url'),
  Buffer.alloc(KEY_BYTES).toString('base64url'),
].join('$')

const derive = (password: string, salt: Buffer, keyBytes: number, cost: HashCost) =>
  gate.run(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const options: ScryptOptions = { ...cost, maxmem: MAX_MEMORY_BYTES }
        scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )

export async function hashPassword(password: string, cost: HashCost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, KEY_BYTES, cost)
  const { N, r, p } = cost
  return ['scrypt', `N=${N},r=${r},p=${p}`, salt.toString('base64url'), key.toString('base64url')].join('$')
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, parameters, salt, key] = stored.split('$')
  const cost = /^N=(\d+),r=(\d+),p=(\d+)$/.exec(parameters ?? '')
  if (scheme !== 'scrypt' || !cost || !salt || !key) throw new Error('a stored password hash is not readable')
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), expected.length, {
    N: Number(cost[1]),
    r: Number(cost[2]),
    p: Number(cost[3]),
  })
  return timingSafeEqual(actual, expected)
}

/** Spends what a real check spends: an unknown address answers no sooner than a known one. */
export async function spendPasswordCheck(password: string): Promise<false> {
  await derive(password, Buffer.alloc(SALT_BYTES), KEY_BYTES, COST)
  return false
}
