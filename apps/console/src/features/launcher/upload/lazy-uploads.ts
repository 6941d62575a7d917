import type { UploadClient } from '@livetap/session'
import type { UploadEngineOptions } from './upload-engine'

/** Uploads whose code is loaded with the first of them. */
export function lazyUploads(options: UploadEngineOptions): Required<UploadClient> {
  let client: Promise<Required<UploadClient>> | undefined
  const engine = () => {
    client ??= import('./upload-engine').then(({ uploadEngine }) => uploadEngine(options))
    // One that did not arrive is asked for again.
    client.catch(() => {
      client = undefined
    })
    return client
  }
  return {
    createSession: async (...args) => (await engine()).createSession(...args),
    send: async (...args) => (await engine()).send(...args),
    discard: async session => (await engine()).discard(session),
  }
}
