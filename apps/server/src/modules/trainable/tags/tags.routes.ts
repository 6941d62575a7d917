import { readVendorTags } from '@livetap/contract/endpoints/vendor-tags'
import type { HttpServer } from '../../../platform/http/create-http-server'
import { ClientError, tooMany } from '../../../platform/http/errors'
import { streamBodies, withReceivedFile } from '../../../platform/http/receive-file'
import { type ErrorTranslation, route } from '../../../platform/http/route'
import { zipErrorAnswer } from '../../../platform/zip/zip-error-answer'
import { TranscriptFileError } from './spoken-texts'
import { tagsOfZip } from './tags.service'

const MAX_ZIP_BYTES = 256 * 1024 * 1024
/** Each may hold an entry in memory. */
const MAX_AT_ONCE = 4

const translate: ErrorTranslation = error =>
  error instanceof TranscriptFileError ? new ClientError(422, error.message) : zipErrorAnswer(error)

/** `folder` takes the zip while it is read. */
export function tagsRoutes(server: HttpServer, folder: string): void {
  void server.register(async app => {
    streamBodies(app)
    let running = 0
    route(
      app,
      readVendorTags,
      async ({ raw }) => {
        if (running >= MAX_AT_ONCE)
          throw tooMany(5, 'Other vendor tags are being read; try again in a moment')
        running++
        try {
          return await withReceivedFile(raw, { field: 'file', maxBytes: MAX_ZIP_BYTES, folder }, ({ path }) =>
            tagsOfZip(path),
          )
        } finally {
          running--
        }
      },
      { translate, bodyLimit: Number.MAX_SAFE_INTEGER },
    )
  })
}
