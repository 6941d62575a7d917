import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  createHmac,
  type DecipherGCM,
  hkdfSync,
  randomBytes,
  scrypt,
} from 'node:crypto'
import { promisify } from 'node:util'
import { compressSync, uncompress } from 'snappy'
import { BackupError } from '../backup-error'

const deriveKey = promisify<string, Buffer, number, { N: number; maxmem: number }, Buffer>(scrypt)

const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + NONCE_BYTES
const PLAIN = 0
const COMPRESSED = 1
/** What a sealed content is longer than it was, at the most. */
export const SEALED_EXTRA = HEAD_BYTES + TAG_BYTES
/** A cipher answers with memory that is new each time: pieces of this size come from where others have just been. */
const STEP_BYTES = 32 * 1024
/** What a sample of this many bytes tells of the rest. */
const SAMPLE_BYTES = 32 * 1024
/** Less is not worth the time to unpack it. */
const WORTHWHILE = 0.9

/** Every key of a target, all of one: what LIVETAP_BACKUP_KEY and the target's salt give. */
export class BackupKeys {
  readonly #hashKeys: readonly [Buffer, Buffer]
  readonly #nameKey: Buffer

  /** From the master key, as `of` makes it: for a thread. */
  constructor(readonly master: Uint8Array) {
    this.#hashKeys = [this.#derive('content hash 1'), this.#derive('content hash 2')]
    this.#nameKey = this.#derive('part name')
  }

  static async of(key: string, salt: Buffer): Promise<BackupKeys> {
    return new BackupKeys(await deriveKey(key, salt, 32, { N: 2 ** 15, maxmem: 2 ** 26 }))
  }

  /** Who does not know the key cannot make it. */
  sealOf(text: string): string {
    return createHmac('sha256', this.#derive('seal')).update(text).digest('hex')
  }

  /**
   * The name of a part: equal for equal content, and without the key it tells nothing of it. A universal hash (GHASH
   * under two secret keys) whose value a pseudorandom function hides: as collision-resistant towards all who do not
   * know the key as its 256 bits are, and several times as fast as SHA-256.
   */
  partName(content: Uint8Array): string {
    const name = createHmac('sha256', this.#nameKey)
    for (const key of this.#hashKeys) {
      const hash = createCipheriv('aes-256-gcm', key, Buffer.alloc(NONCE_BYTES)).setAAD(content)
      hash.final()
      name.update(hash.getAuthTag())
    }
    return name.update(`${content.byteLength}`).digest('hex')
  }

  /**
   * Encrypts under a key of the name's own: what is moved, cut or altered does not open. Answers a part of `into`, which
   * has SEALED_EXTRA bytes more than the content: memory that is there already costs less than the encryption itself.
   */
  seal(name: string, content: Uint8Array, into: Buffer): Uint8Array {
    const packed = packIfWorthwhile(content)
    const head = into.subarray(0, HEAD_BYTES)
    head[0] = packed === content ? PLAIN : COMPRESSED
    randomBytes(NONCE_BYTES).copy(head, 1)
    const cipher = createCipheriv('aes-256-gcm', this.#derive(`sealed ${name}`), head.subarray(1)).setAAD(
      head,
    )
    const end = transform(cipher, packed, into, HEAD_BYTES)
    cipher.final()
    into.set(cipher.getAuthTag(), end)
    return into.subarray(0, end + TAG_BYTES)
  }

  async open(name: string, sealed: Uint8Array): Promise<Uint8Array> {
    const content = this.#decrypt(name, sealed)
    return sealed[0] === COMPRESSED ? ((await uncompress(content, { asBuffer: true })) as Buffer) : content
  }

  #decrypt(name: string, sealed: Uint8Array): Buffer {
    const altered = () => new BackupError('damaged', `${name} is damaged`)
    if (sealed.byteLength < HEAD_BYTES + TAG_BYTES) throw altered()
    const head = sealed.subarray(0, HEAD_BYTES)
    const end = sealed.byteLength - TAG_BYTES
    const opening = createDecipheriv('aes-256-gcm', this.#derive(`sealed ${name}`), head.subarray(1))
    opening.setAAD(head).setAuthTag(sealed.subarray(end))
    const content = opening.update(sealed.subarray(HEAD_BYTES, end))
    try {
      opening.final()
    } catch {
      throw altered()
    }
    return content
  }

  #derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.master, '', `livetap backup 1 ${purpose}`, 32))
  }
}

/** Answers where it ended in `into`. */
function transform(cipher: CipherGCM | DecipherGCM, content: Uint8Array, into: Buffer, from: number): number {
  let end = from
  for (let at = 0; at < content.byteLength; at += STEP_BYTES) {
    const piece = cipher.update(content.subarray(at, at + STEP_BYTES))
    into.set(piece, end)
    end += piece.byteLength
  }
  return end
}

/** The same bytes where packing saves too little: sound and archives are packed already. */
function packIfWorthwhile(content: Uint8Array): Uint8Array {
  const limit = (bytes: Uint8Array) => bytes.byteLength * WORTHWHILE
  const sample = bufferOf(content.subarray(0, SAMPLE_BYTES))
  const packedSample = compressSync(sample)
  if (packedSample.byteLength > limit(sample)) return content
  if (sample.byteLength === content.byteLength) return packedSample
  const packed = compressSync(bufferOf(content))
  return packed.byteLength > limit(content) ? content : packed
}

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
