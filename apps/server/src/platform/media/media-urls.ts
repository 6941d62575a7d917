import { getMedia } from '@livetap/contract/calls/operations'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { SignedUrls } from '../signing/signed-urls'
import { assertKey } from '../storage/storage'

/** The page that plays asks for another one in time; one that was copied is soon worth nothing. */
export const MEDIA_LIFETIME_MS = 10 * 60_000

export interface MediaUrlRequest {
  sessionId: string
  /** The browser saves the object under this name. */
  downloadName?: string
  lifetimeMs?: number
}

/** Addresses under which a stored object can be played or downloaded without a bearer, until they expire or their session ends. */
export class MediaUrls {
  constructor(private readonly signedUrls: SignedUrls) {}

  of(key: string, { sessionId, downloadName, lifetimeMs = MEDIA_LIFETIME_MS }: MediaUrlRequest): string {
    assertKey(key)
    const path = pathOf(getMedia, { '*': key }, { name: downloadName })
    return this.signedUrls.sign(path, { sessionId, lifetimeMs })
  }
}
