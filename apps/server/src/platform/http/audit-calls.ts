import type { AuditAction, AuditResult } from '@livetap/contract'
import { type AuditDecision, auditedCalls, type CallValue } from '@livetap/contract/audit/audited-calls'
import { getMedia } from '@livetap/contract/calls/operations'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditActor, AuditEntry, AuditWriter } from '../audit/audit-entry'
import { AuditedCall, withinAuditedCall } from '../audit/audited-call'
import { callerOf, type EntryCheckers } from './entry/entry-guard'
import { refusedTokenOfRequest } from './refused-tokens'

declare module 'fastify' {
  interface FastifyInstance {
    /** Handles a call of the contract, with its entry in the audit log where it has one. */
    audited<T>(request: FastifyRequest, endpoint: Endpoint, handle: () => Promise<T>): Promise<T>
  }
}

/** Someone may not, or may not now: 404 because it may hide what one may not know of. */
const REFUSALS = new Set([401, 403, 404, 429])
/** Of calls that change nothing, those alone in which someone asked for more than they may. */
const REFUSED_READS = new Set([401, 403])
const MAX_VALUE = 200

type Values = { params?: unknown; query?: unknown; body?: unknown; answer?: unknown }

export interface CallAudit {
  /** Absent: no entries are made. */
  writer: AuditWriter | undefined
  principalOf: EntryCheckers['principalOf']
}

/** The one place where calls become entries: `auditedCalls` of the contract says which. */
export function auditCalls(server: FastifyInstance, { writer, principalOf }: CallAudit): void {
  server.decorate('audited', async (request, endpoint, handle) => {
    const decision = auditedCalls[endpoint.name]
    if (!writer || !decision || 'exempt' in decision) return await handle()
    if ('reads' in decision) {
      const answer = await handle()
      writer.read(entryOf(request, decision.reads, decision, request))
      return answer
    }
    const call = new AuditedCall(writer, entryOf(request, decision.changes, decision, request))
    try {
      const answer = await withinAuditedCall(call, handle)
      // No store kept it with a change: it is there before the call is acknowledged.
      if (!call.isRecorded) await call.record(noteOf(decision, { ...valuesOf(request), answer }))
      return answer
    } finally {
      call.end()
    }
  })
  if (!writer) return
  server.addHook('onResponse', async (request, { statusCode }) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    if (statusCode < 400) {
      if (endpoint.name === getMedia.name) await recordDownload(request, { writer, principalOf })
      return
    }
    const decision = auditedCalls[endpoint.name]
    const isChange = decision !== undefined && 'changes' in decision
    const refused = refusedTokenOfRequest(request)
    if (!isChange && !refused && !REFUSED_READS.has(statusCode)) return
    const result: AuditResult = REFUSALS.has(statusCode) ? 'refused' : 'failed'
    const token = refused && { token: refused.kind, problem: refused.problem }
    const facts = { call: endpoint.name, status: statusCode, ...token }
    writer.refused(refusedEntry(request, facts, decision, result))
  })
}

/** A file of a meeting that is saved: by a signed address, which knows the session alone. */
async function recordDownload(request: FastifyRequest, { writer, principalOf }: CallAudit): Promise<void> {
  if ((request.query as { name?: string }).name === undefined) return
  const session = new URL(request.url, 'http://localhost').searchParams.get('session') ?? ''
  const key = (request.params as { '*': string })['*']
  const principal = await principalOf(session).catch(() => undefined)
  const actor = principal && { id: principal.userId, name: principal.userName }
  writer?.read({
    actor,
    action: 'meeting.download',
    target: key.split('/')[0]!,
    address: request.ip,
    fields: { session_id: session, file: key },
  })
}

function entryOf(
  request: FastifyRequest,
  action: AuditAction,
  decision: AuditDecision,
  values: Values,
): AuditEntry {
  const shared = callerOf(request)?.shared
  const actor = actorOf(request)
  return {
    actor,
    action,
    address: request.ip,
    // Readers of one link are distinguished by where they are.
    ...(shared && { target: shared.meetingId, person: `${actor?.id} ${request.ip}` }),
    ...noteOf(decision, values, { tracking_id: request.id }),
  }
}

/** A flood without a sign-in is one entry for each address and problem (and token, where it is known whose it is), for any of its calls. */
function refusedEntry(
  request: FastifyRequest,
  facts: Record<string, unknown>,
  decision: AuditDecision | undefined,
  result: AuditResult,
): AuditEntry {
  const actor = actorOf(request)
  if (!actor) {
    const { call: _call, ...fields } = facts
    const { fields: more, ...about } = refusedTokenOfRequest(request)?.about ?? { action: 'call' as const }
    return { ...about, result, address: request.ip, fields: { ...fields, ...more } }
  }
  const known = decision && !('exempt' in decision) ? decision : undefined
  const action = known && ('reads' in known ? known.reads : known.changes)
  const target = known?.target
    ? readText(known.target, request)
    : ((request.params as { id?: string } | undefined)?.id ?? '')
  return { actor, action: action ?? 'call', target, result, address: request.ip, fields: facts }
}

function noteOf(decision: AuditDecision, values: Values, facts: Record<string, unknown> = {}) {
  if ('exempt' in decision) return {}
  const fields: Record<string, unknown> = { ...facts }
  for (const place of decision.fields ?? []) {
    const value = bounded(read(place, values))
    if (value !== undefined) fields[place.slice(place.indexOf('.') + 1)] = value
  }
  const target = decision.target && readText(decision.target, values)
  return target ? { fields, target } : { fields }
}

const valuesOf = ({ params, query, body }: FastifyRequest): Values => ({ params, query, body })

function read(value: CallValue, values: Values): unknown {
  const [place, name] = value.split('.') as [keyof Values, string]
  return (values[place] as Record<string, unknown> | undefined | null)?.[name]
}

/** Several ids are one text. */
function readText(value: CallValue, values: Values): string {
  const found = read(value, values)
  return found === undefined || found === null ? '' : String(bounded(found))
}

function bounded(value: unknown): unknown {
  if (typeof value === 'boolean' || typeof value === 'number') return value
  if (value === undefined || value === null) return undefined
  const text = Array.isArray(value) ? value.join(' ') : String(value)
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}

function actorOf(request: FastifyRequest): AuditActor | undefined {
  const principal = callerOf(request)
  return principal && { id: principal.userId, name: principal.userName }
}
