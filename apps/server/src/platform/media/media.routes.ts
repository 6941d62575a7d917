import { getMedia } from '@livetap/contract/calls/operations'
import type { HttpServer } from '../http/create-http-server'
import { route } from '../http/route'
import type { Storage } from '../storage/storage'
import { sendObject } from './send-object'

/** Stored objects by signed address, straight from the storage. */
export function mediaRoutes(server: HttpServer, storage: Storage): void {
  route(
    server,
    getMedia,
    async (request, reply) => {
      if (request.query.name !== undefined)
        reply.header(
          'content-disposition',
          `attachment; filename*=UTF-8''${encodeURIComponent(request.query.name)}`,
        )
      return await sendObject(storage, request.params['*'], request, reply)
    },
    { rateLimit: false, head: true },
  )
}
