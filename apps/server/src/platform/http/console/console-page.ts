import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import staticFiles from '@fastify/static'
import { routes } from '@livetap/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpServer } from '../create-http-server'
import { unavailable } from '../errors'
import { newNonce, pagePolicy } from '../security-headers'
import { consolePaths } from './console-paths'

/** What the build names for the start screen alone. */
const START_FILES = /<!--start-->.*<!--\/start-->/s
/** Asked for by the console's own startup, which the page of a link does not have. */
const ENVIRONMENT = /<link rel="preload" href="\/env"[^>]*>/
const SHARED = routes.shared.replace(':token', '')
const NOT_INDEXED = 'noindex, nofollow'
const NONCE_PLACE = '__CSP_NONCE__'
const TOP_LEVEL_FILE = /^[a-z0-9][a-z0-9-]*\.(svg|png|ico|js|txt|wav|webmanifest)$/
const IMMUTABLE = 'public, max-age=31536000, immutable'

export interface ConsoleOptions {
  /** The console's build. */
  folder: string
  /** Nodes whose sockets the page may open beside this origin's. */
  nodes?: readonly string[]
}

/** The console's page under each of its own addresses, and its files. Elsewhere it is only shown with a 404. */
export async function consolePage(server: HttpServer, { folder, nodes = [] }: ConsoleOptions): Promise<void> {
  await server.register(staticFiles, { root: folder, serve: false })
  const page = pageReader(resolve(folder, 'index.html'))

  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = newNonce()
    const text = await page()
    const path = request.url.split('?')[0]!
    const isShared = path.startsWith(SHARED)
    const own = path === routes.launcher ? text : text.replace(START_FILES, '')
    const html = (isShared ? forReaders(own) : own).replaceAll(NONCE_PLACE, nonce)
    if (isShared) reply.header('x-robots-tag', NOT_INDEXED)
    const sockets = [
      `${request.protocol}://${request.host}`,
      ...nodes.map(url => server.ownAddresses.reachable(url, request)),
    ]
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy(nonce, sockets.map(socketOrigin)))
      .send(html)
  }
  server.notFoundPage = send
  for (const path of consolePaths(Object.values(routes)))
    server.get(path, { config: { entry: 'public' } }, async (request, reply) => send(request, reply))

  // Names in assets/ carry a hash of their content; the few files beside it do not.
  server.get('/assets/*', { config: { entry: 'public' } }, async (request, reply) =>
    reply.header('cache-control', IMMUTABLE).sendFile(`assets/${(request.params as { '*': string })['*']}`, {
      cacheControl: false,
    }),
  )
  server.get('/:file', { config: { entry: 'public' } }, async (request, reply) => {
    const { file } = request.params as { file: string }
    if (!TOP_LEVEL_FILE.test(file)) return reply.callNotFound()
    return reply.header('cache-control', 'no-cache').sendFile(file, { cacheControl: false })
  })
}

/** What a link shares is for those who were given it. */
const forReaders = (html: string) =>
  html.replace(ENVIRONMENT, '').replace('</head>', `<meta name="robots" content="${NOT_INDEXED}"></head>`)

const socketOrigin = (url: string) => new URL(url).origin.replace(/^http/, 'ws')

/** Read again at every call: a new build is served without a restart, and the page is small. */
function pageReader(path: string): () => Promise<string> {
  return async () => {
    try {
      return await readFile(path, 'utf8')
    } catch {
      throw unavailable('The console is not built: run npm run build', 60)
    }
  }
}
