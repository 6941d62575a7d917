import { pathOf } from '@livetap/contract/endpoints/endpoint'
import { getMedia } from '@livetap/contract/endpoints/operations'
import type { SignedUrls } from '../signing/signed-urls'
import { assertKey } from '../storage/storage'

/** Long enough to listen through a working day's meeting, too short to be worth keeping. */
const LIFETIME_MS = 6 * 3_600_000

/** Addresses under which a stored object can be played or downloaded without a bearer, until they expire. */
export class MediaUrls {
  constructor(private readonly signedUrls: SignedUrls) {}

  /** With `downloadName` the browser saves the object under that name. */
  of(
    key: string,
    { downloadName, lifetimeMs = LIFETIME_MS }: { downloadName?: string; lifetimeMs?: number } = {},
  ): string {
    assertKey(key)
    return this.signedUrls.sign(pathOf(getMedia, { '*': key }, { name: downloadName }), lifetimeMs)
  }
}
