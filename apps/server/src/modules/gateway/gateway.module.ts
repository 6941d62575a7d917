import type { Platform } from '../../platform/create-platform'
import { consolePage } from '../../platform/http/console/console-page'
import type { HttpServer } from '../../platform/http/create-http-server'
import { installation } from '../../platform/installation'
import type { SignOnModule } from '../sign-on'
import { gatewayRoutes } from './gateway.routes'

export interface GatewayOverrides {
  upstreamTimeoutMs?: number
  consoleFolder?: string
}

/** The console, what it asks first, and the families that are answered elsewhere. */
export const gatewayModule = (
  { config }: Platform,
  { signOn }: { signOn: Pick<SignOnModule, 'provider'> },
  overrides: GatewayOverrides = {},
) => ({
  async routes(server: HttpServer) {
    await gatewayRoutes(server, config, signOn.provider, overrides.upstreamTimeoutMs)
    await consolePage(server, {
      folder: overrides.consoleFolder ?? installation.console,
      nodes: config.nodeUrl ? [config.nodeUrl] : [],
    })
  },
})
