import { expect, test } from 'vitest'
import { allEndpoints } from '../calls/all'
import { paramsSchema } from '../wire/endpoint'
import { type AuditAction, auditActions } from './audit-actions'
import { auditedCalls } from './audited-calls'

test('every call that is no GET says what the audit log keeps of it, or why nothing', () => {
  const undecided = allEndpoints
    .filter(({ method, name }) => method !== 'GET' && !(name in auditedCalls))
    .map(({ name }) => name)
  expect(undecided, 'add them to audit/audited-calls.ts').toEqual([])
})

test('no decision is left over, a GET changes nothing, and an exemption has a reason', () => {
  const endpoints = new Map(allEndpoints.map(endpoint => [endpoint.name, endpoint]))
  for (const [name, decision] of Object.entries(auditedCalls)) {
    const endpoint = endpoints.get(name)
    expect(endpoint, name).toBeDefined()
    if ('exempt' in decision) expect(decision.exempt.length, name).toBeGreaterThan(10)
    else expect('reads' in decision, name).toBe(endpoint!.method === 'GET')
  }
})

test('actions are of the catalogue, and values of the address are among its parameters', () => {
  for (const endpoint of allEndpoints) {
    const decision = auditedCalls[endpoint.name]
    if (!decision || 'exempt' in decision) continue
    const action: AuditAction = 'reads' in decision ? decision.reads : decision.changes
    expect(auditActions).toHaveProperty([action])
    for (const value of [decision.target ?? 'answer.', ...(decision.fields ?? [])])
      if (value.startsWith('params.'))
        expect(Object.keys(paramsSchema(endpoint).shape)).toContain(value.slice('params.'.length))
  }
})
