import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import { choicesRoutes } from './choices.routes'

export const choicesModule = ({ config, speech }: Platform) => ({
  routes: (server: HttpServer) => choicesRoutes(server, config, speech),
})
