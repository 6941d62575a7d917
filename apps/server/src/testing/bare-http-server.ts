import {
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
} from '../platform/http/create-http-server'
import { createLog } from '../platform/log/log'
import { SignedUrls } from '../platform/signing/signed-urls'
import { Tickets } from '../platform/signing/tickets'

const SECRET = 'a secret of some length'

/** The HTTP server without any module: no one can sign in. */
export const bareHttpServer = (options: Partial<HttpServerOptions> = {}): Promise<HttpServer> =>
  createHttpServer({
    log: createLog('silent'),
    https: false,
    principalOf: async () => undefined,
    authenticator: { authenticate: async () => null },
    signedUrls: new SignedUrls(SECRET),
    tickets: new Tickets(SECRET, async () => true),
    metricsToken: undefined,
    ...options,
  })
