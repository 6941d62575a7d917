import { LINK_PREFIX } from '../../platform/own-tokens'
import { ExpiryClock } from '../../platform/signing/expiry-clock'
import { deriveKey } from '../../platform/signing/sealed-key'
import { sign, verify } from '../../platform/signing/signature'

export const LINK_LIFETIME_MS = 60 * 60_000

/** Bearers of opened links: they name the share, which is read at every call, so that one taken back opens nothing. */
export class LinkTokens {
  readonly #key: Buffer

  constructor(
    secret: string,
    private readonly clock = new ExpiryClock(),
  ) {
    this.#key = deriveKey(secret, 'share-link')
  }

  issue(shareId: string): string {
    const unsigned = `${LINK_PREFIX}${shareId}_${this.clock.after(LINK_LIFETIME_MS)}`
    return `${unsigned}.${sign(this.#key, unsigned)}`
  }

  /** The share, or nothing for a token that is forged or has expired. */
  read(token: string): string | undefined {
    const [, unsigned, shareId, expiry, signature] =
      /^(lvl_([0-9a-f-]{36})_([\w.-]{1,60}))\.([\w-]{43})$/.exec(token) ?? []
    if (!unsigned || !shareId || !expiry || !signature || !verify(this.#key, unsigned, signature))
      return undefined
    return this.clock.leftMs(expiry) > 0 ? shareId : undefined
  }
}
