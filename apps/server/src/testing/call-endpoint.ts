import { type Endpoint, prefixOf, type QueryValues, queryText } from '@livetap/contract/wire/endpoint'
import { fillPath } from '@livetap/contract/wire/fill-path'

export interface TestCall {
  params?: Record<string, string | number>
  query?: QueryValues
  body?: unknown
  headers?: Record<string, string>
}

/** Makes a call of the contract with what a test gives, valid or not. */
export function callEndpoint(
  origin: string,
  { method, family, path }: Endpoint,
  { params = {}, query, body, headers = {} }: TestCall = {},
): Promise<Response> {
  return fetch(origin + prefixOf(family) + fillPath(path, params) + queryText(query), {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: JSON.stringify(body),
  })
}
