import { Readable } from 'node:stream'
import { auditExport, auditExportFile, searchAudit } from '@livetap/contract/calls/audit'
import { type CallOf, pathOf } from '@livetap/contract/wire/endpoint'
import type { HttpServer } from '../../platform/http/create-http-server'
import { routesOf } from '../../platform/http/route'
import { MEDIA_LIFETIME_MS } from '../../platform/media/media-urls'
import type { SignedUrls } from '../../platform/signing/signed-urls'
import type { AuditService } from './audit.service'
import type { AuditFilter } from './audit-filter'

type Query = Omit<CallOf<typeof auditExport>['query'], 'format'>

const types = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' } as const

export function auditRoutes(server: HttpServer, audit: AuditService, signedUrls: SignedUrls): void {
  const on = routesOf(server)

  on(searchAudit, async ({ query: { limit, cursor, ...filter } }) =>
    audit.search(filterOf(filter), limit, cursor),
  )

  on(auditExport, async ({ query: { format, ...filter }, principal: { sessionId } }) => ({
    url: signedUrls.sign(pathOf(auditExportFile, { format }, filter), {
      sessionId,
      lifetimeMs: MEDIA_LIFETIME_MS,
    }),
  }))

  on(auditExportFile, async ({ params: { format }, query }, reply) => {
    reply.headers({
      'content-type': types[format],
      'content-disposition': `attachment; filename="audit.${format}"`,
    })
    return reply.send(Readable.from(audit.export(filterOf(query), format)))
  })
}

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

const filterOf = ({ from, to, ...equal }: Query): AuditFilter => ({
  ...equal,
  from: dateOf(from),
  to: dateOf(to),
})
