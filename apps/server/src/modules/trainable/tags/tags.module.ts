import { join } from 'node:path'
import type { Platform } from '../../../platform/create-platform'
import type { HttpServer } from '../../../platform/http/create-http-server'
import { tagsRoutes } from './tags.routes'

/** The tags of vendors' transcript files. */
export function vendorTagsModule({ config, identity, parsers }: Platform) {
  return {
    routes(server: HttpServer) {
      // A family is answered here or forwarded, never both.
      if (!config.upstreams.trainable)
        tagsRoutes(server, parsers, join(config.dataDir, 'scratch', identity.pod))
    },
  }
}
