import { ApiClient, ChunkedUploadClient } from '@livetap/session'
import { fetchPutChunk } from '@livetap/session/testing'
import { bearerOf } from '../../bench/lib/signed-in'

/** Longer than the runs may be put to sleep for. */
const CALL_MS = 15 * 60_000
const MAX_RETRIES = 20

/** The product's own upload client as the first account; `through` is where its chunks go, when not straight there. */
export async function signedInUploads(origin: string, through = origin) {
  let token = await bearerOf(origin)
  let renewing: Promise<boolean> | undefined
  const renew = () => {
    renewing ??= bearerOf(origin)
      .then(newer => {
        token = newer
        return true
      })
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }
  const api = new ApiClient({ origin, token: () => token, renew, timeoutMs: CALL_MS })
  const uploads = new ChunkedUploadClient({
    api,
    origin: through,
    token: () => token,
    renew,
    putChunk: fetchPutChunk,
    retry: attempt => (attempt > MAX_RETRIES ? null : 200),
  })
  return { api, uploads }
}
