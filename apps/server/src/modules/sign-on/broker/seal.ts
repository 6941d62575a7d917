import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { ConfigError } from '../../../platform/config/config-error'
import { deriveKey } from '../../../platform/signing/sealed-key'

export interface Seal {
  /** The label is bound to the sealed text: what was sealed for one use does not open for another. */
  seal(plain: string, label: string): string
  open(sealed: string, label: string): string
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function createSeal(secret: string): Seal {
  const key = deriveKey(secret, 'keys-in-database')
  return {
    seal(plain, label) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(label))
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(sealed, label) {
      const bytes = Buffer.from(sealed, 'base64url')
      const text = bytes.subarray(NONCE_BYTES + TAG_BYTES)
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(label))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
      } catch {
        throw new ConfigError(
          'LIVETAP_SECRET',
          `does not open the ${label} keys in the database: they were sealed with another one`,
        )
      }
    },
  }
}
