import { createKey, deleteKey, listKeys } from '@livetap/contract/calls/access'
import type { HttpServer } from '../../../platform/http/create-http-server'
import { routesOf } from '../../../platform/http/route'
import type { KeysService } from './keys.service'

export function keysRoutes(server: HttpServer, keys: KeysService): void {
  const on = routesOf(server)
  on(listKeys, async ({ principal }) => ({ keys: await keys.list(principal) }))
  on(createKey, async ({ principal, body }) => keys.create(principal, body))
  on(deleteKey, async ({ principal, params }) => keys.revoke(principal, params.id))
}
