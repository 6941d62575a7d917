import { type Endpoint, patternOf } from '@livetap/contract/wire/endpoint'
import type { Random } from '../random'
import { hostileText, hostileValue, toJson } from './hostile-values'
import { brokenValue, type Known, likelyValue } from './schema-values'

export interface HostileCall {
  endpoint: Endpoint
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

const contentTypes = [
  'application/json; charset=utf-16',
  'application/json; charset=utf-7; boundary=',
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=a',
  'application/octet-stream',
  'application/xml',
  'application/vnd.api+json',
  'audio/wav',
  'nonsense',
  '/',
  ';;;',
  '',
] as const

const brokenSegments = [
  '%',
  '%zz',
  '%00',
  'a%00b',
  '%ff',
  '%ed%a0%80',
  '..%2f..%2fetc',
  '%2e%2e',
  '%252e',
  '..;',
  '..;%2f..;',
  '.',
  '~',
  'x'.repeat(3_000),
] as const

const ranges = [
  'bytes 0-9/10',
  'bytes */10',
  'bytes 9-0/10',
  'bytes 0-99999999999999999999/1e400',
  'bytes -1-5/6',
  'items 0-1/2',
  'bytes 0-0/*',
] as const

/** Names that a client or a proxy in front may claim. */
const hosts = [
  '::',
  '[::]',
  '[::1',
  ':',
  '',
  'a b',
  'evil.example.org',
  'localhost:99999',
  '127.0.0.1, evil',
] as const
const protocols = ['https', 'ftp', 'https,http', '', 'javascript:'] as const

/** One call of the endpoint, with something wrong in one or several places, or (now and then) with nothing wrong. */
export function hostileCall(
  endpoint: Endpoint,
  random: Random,
  known: Known,
  files: readonly Buffer[] = [],
): HostileCall {
  const { query, body, bodyType } = endpoint
  const headers: Record<string, string> = {}
  if (random.chance(0.2))
    headers.accept = random.pick(['text/html', '*/*', '', 'application/json', 'a/b;q=x'])
  if (random.chance(0.1)) headers.range = random.pick(ranges).replace(' ', '=').split('/')[0]!
  if (random.chance(0.01)) headers.host = random.pick(hosts)
  if (random.chance(0.03)) headers['x-forwarded-host'] = random.pick(hosts)
  if (random.chance(0.03)) headers['x-forwarded-proto'] = random.pick(protocols)
  if (random.chance(0.05)) headers['content-encoding'] = random.pick(['gzip', 'br', 'nonsense'])
  const path = `${pathText(endpoint, random, known)}${query || random.chance(0.1) ? queryText(endpoint, random, known) : ''}`
  const call = { endpoint, method: endpoint.method, path, headers }
  if (endpoint.headers)
    for (const name of Object.keys(endpoint.headers.shape))
      if (random.chance(0.7))
        headers[name] = name === 'content-range' ? random.pick(ranges) : headerText(random)
  if (!body && !bodyType && !(endpoint.method !== 'GET' && random.chance(0.1)))
    return { ...call, body: undefined }
  if (bodyType === 'multipart/form-data' && files.length > 0 && random.chance(0.5)) {
    headers['content-type'] = `multipart/form-data; boundary=${BOUNDARY}`
    return { ...call, body: formOf(random.pick(files)) }
  }
  return { ...call, body: bodyBytes(endpoint, random, known, headers) }
}

const BOUNDARY = 'fuzz-boundary'

const formOf = (file: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\ncontent-type: application/zip\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

function pathText(endpoint: Endpoint, random: Random, known: Known): string {
  return patternOf(endpoint).replace(/:([A-Za-z_]+)|\*$/g, (_, name: string | undefined) => {
    const real = known(name ?? '*')
    if (real !== undefined && random.chance(0.8)) return encodeURIComponent(real)
    return random.chance(0.5)
      ? random.pick(brokenSegments)
      : percentEncoded(hostileText(random)).slice(0, 6_000)
  })
}

/** Of halves of surrogate pairs too, as the bytes that a careless client would send. */
const percentEncoded = (value: string) =>
  [...Buffer.from(value, 'utf16le').toString('utf16le')]
    .map(character => (isHalf(character) ? '%ed%a0%80' : encodeURIComponent(character)))
    .join('')

const isHalf = (character: string) => /^\p{Surrogate}$/u.test(character)

function queryText({ query }: Endpoint, random: Random, known: Known): string {
  const wanted = query ? (likelyValue(query, random, known) as Record<string, unknown>) : { odd: '1' }
  const pairs: string[] = []
  for (const [name, value] of Object.entries(wanted)) {
    const given = random.chance(0.4) ? brokenValue(value, random) : value
    const text = percentEncoded(typeof given === 'string' ? given : toJson(given)).slice(0, 6_000)
    pairs.push(`${percentEncoded(name)}=${text}`)
    if (random.chance(0.1)) pairs.push(`${percentEncoded(name)}=${percentEncoded(hostileText(random))}`)
    if (random.chance(0.05)) pairs.push(`${percentEncoded(name)}[a][b]=1`, '%', '&&=', '%00=%00')
  }
  return `?${pairs.join('&').slice(0, 8_000)}`
}

const headerText = (random: Random) =>
  random.pick(['', '0', '-1', '1e400', '99999999999999999999', 'é\xff', 'audio/wav', '123', 'x'.repeat(500)])

function bodyBytes(
  { body, bodyType }: Endpoint,
  random: Random,
  known: Known,
  headers: Record<string, string>,
): Buffer {
  headers['content-type'] = random.chance(0.9) ? (bodyType ?? 'application/json') : random.pick(contentTypes)
  if (random.chance(0.02)) return random.bytes(random.below(2_000))
  if (random.chance(0.02)) return Buffer.from('{"a":'.repeat(random.below(1_000)))
  if (random.chance(0.01)) return Buffer.from(`"${'x'.repeat(1_100_000)}"`)
  if (random.chance(0.02)) return Buffer.alloc(0)
  const wanted = body ? likelyValue(body, random, known) : hostileValue(random)
  const given = random.chance(0.75) ? brokenValue(wanted, random) : wanted
  if (bodyType === 'application/x-www-form-urlencoded' && random.chance(0.9))
    return Buffer.from(formText(given))
  if (bodyType === 'application/octet-stream') return random.bytes(random.below(64))
  const text = toJson(given)
  // Half a surrogate pair leaves as the bytes that no UTF-8 has.
  return random.chance(0.05)
    ? Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xed, 0xa0, 0x80, 0x7d])])
    : Buffer.from(text)
}

const formText = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(
          ([name, inner]) =>
            `${percentEncoded(name)}=${percentEncoded(typeof inner === 'string' ? inner : toJson(inner))}`,
        )
        .join('&')
    : toJson(value)
