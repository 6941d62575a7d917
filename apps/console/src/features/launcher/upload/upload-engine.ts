import {
  ChunkedUploadClient,
  type ChunkedUploadOptions,
  RememberedUploads,
  xhrPutChunk,
} from '@livetap/session'

export type UploadEngineOptions = Pick<ChunkedUploadOptions, 'api' | 'token' | 'renew'>

/** Loaded with the first upload: no other mode of the launcher needs it. */
export const uploadEngine = (options: UploadEngineOptions): ChunkedUploadClient =>
  new ChunkedUploadClient({
    ...options,
    origin: window.location.origin,
    putChunk: xhrPutChunk,
    remembered: new RememberedUploads(window.localStorage),
  })
