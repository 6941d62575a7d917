import type { Platform } from '../../platform/create-platform'
import { consolePage } from '../../platform/http/console/console-page'
import type { HttpServer } from '../../platform/http/create-http-server'
import { installation } from '../../platform/installation'
import { gatewayRoutes } from './gateway.routes'

export interface GatewayOverrides {
  upstreamTimeoutMs?: number
  consoleFolder?: string
}

/** The console, what it asks first, and the families that are answered elsewhere. */
export const gatewayModule = ({ config }: Platform, overrides: GatewayOverrides = {}) => ({
  async routes(server: HttpServer) {
    await gatewayRoutes(server, config, overrides.upstreamTimeoutMs)
    await consolePage(server, {
      folder: overrides.consoleFolder ?? installation.console,
      nodes: config.nodeUrl ? [config.nodeUrl] : [],
    })
  },
})
