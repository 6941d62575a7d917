import { join } from 'node:path'
import type { Platform } from '../../../platform/create-platform'
import type { HttpServer } from '../../../platform/http/create-http-server'
import { tagsRoutes } from './tags.routes'

/** The tags of vendors' transcript files. */
export const vendorTagsModule = ({ config, identity, parsers }: Platform) => ({
  routes: (server: HttpServer) => tagsRoutes(server, parsers, join(config.dataDir, 'scratch', identity.pod)),
})
