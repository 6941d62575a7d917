import { projectPackage, projectPackageFile } from '@livetap/contract/calls/manuscripts'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { HttpServer } from '../../platform/http/create-http-server'
import { routesOf } from '../../platform/http/route'
import { MEDIA_LIFETIME_MS } from '../../platform/media/media-urls'
import type { SignedUrls } from '../../platform/signing/signed-urls'
import type { Storage } from '../../platform/storage/storage'
import { type ShardsStore, shardsById } from '../trainable'
import type { ManuscriptsService } from './manuscripts.service'
import { openPackage } from './project-package'

export interface PackageRoutesOptions {
  projects: ManuscriptsService
  shards: ShardsStore
  storage: Storage
  signedUrls: SignedUrls
}

/** The zip that a vendor is sent, by an address that a browser can download from. */
export function packageRoutes(
  server: HttpServer,
  { projects, shards, storage, signedUrls }: PackageRoutesOptions,
): void {
  const route = routesOf(server)

  route(projectPackage, async ({ params, principal: { sessionId } }) => {
    const { id } = await projects.get(params.id)
    const path = pathOf(projectPackageFile, { id })
    return { url: signedUrls.sign(path, { sessionId, lifetimeMs: MEDIA_LIFETIME_MS }) }
  })

  route(projectPackageFile, async ({ params }, reply) => {
    const { project, shardIds } = await projects.toSend(params.id)
    const fileName = `manuscript__${project.id}__${project.vendor}.zip`
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${fileName}"`,
    })
    return reply.send(
      openPackage({
        projectName: project.name,
        vendor: project.vendor,
        shards: shardsById(shards, shardIds),
        storage,
      }),
    )
  })
}
