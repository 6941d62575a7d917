import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import { LedgerSeal } from '../events'
import { AuditJobs } from './audit.jobs'
import { auditRoutes } from './audit.routes'
import { AuditService } from './audit.service'
import { AuditStore } from './audit.store'
import { AuditChainsStore } from './audit-chains.store'
import { AuditClock } from './audit-clock'
import { AuditLog } from './audit-log'
import { AuditQueryStore } from './audit-query.store'

/** Records until everything else has stopped. */
export function auditModule({
  config,
  identity,
  database,
  scope,
  log,
  metrics,
  secret,
  signedUrls,
}: Platform) {
  const { pod } = identity
  const seal = new LedgerSeal(secret, 'audit log')
  const store = new AuditStore(database.kysely)
  const chains = new AuditChainsStore(database.kysely, { seal })
  const clock = new AuditClock(() => store.now())
  const jobs = new AuditJobs({ chains, clock, pod, config, log })
  const auditLog = new AuditLog({ store, seal, clock, pod, log, metrics, onEntry: () => jobs.expect() })
  scope.own('audit log', auditLog, auditLog => auditLog.close())
  const service = new AuditService({ query: new AuditQueryStore(database.kysely), auditLog })
  return {
    auditLog,
    chains,
    routes: (server: HttpServer) => auditRoutes(server, service, signedUrls),
    start: () => jobs.start(),
    stop: () => jobs.stop(),
  }
}
