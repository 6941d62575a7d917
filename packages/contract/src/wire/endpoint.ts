import { z } from 'zod'
import type { Action, MeetingAction, Target } from './actions'
import { type Family, families } from './families'
import { fillPath, namesIn, type PathParams } from './fill-path'
import { text } from './text'

/** How a call is entered; every call declares one. */
export const entries = ['bearer', 'signed-url', 'ticket', 'operator', 'public'] as const
export type Entry = (typeof entries)[number]

/** The gateway's families, and `origin` for what lies beside them (`/env`, `/healthz`, `/docs/…`). */
export type ApiFamily = Family | 'origin'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a call does and on what; `on` is absent where that is no single meeting. */
export type Doing =
  | { readonly action: MeetingAction; readonly on: Target }
  | { readonly action: Exclude<Action, MeetingAction>; readonly on?: Target }

/** A call that is entered as a principal names its action; others have none. */
type Entered<E extends Entry> =
  | ({ readonly entry: Exclude<E, 'operator' | 'public'> } & Doing)
  | { readonly entry: Extract<E, 'operator' | 'public'>; readonly action?: never; readonly on?: never }

/** One call of the wire: everything that either side needs to know of it. */
export type Endpoint = CallDescription & Entered<Entry>

interface CallDescription {
  /** Unique, and the name it is exported by. */
  readonly name: string
  readonly summary: string
  readonly method: Method
  readonly family: ApiFamily
  /** Below the family's prefix; `:name` stands for a parameter, `*` at the end for the rest of the path. */
  readonly path: string
  /** Absent: each name in the path is a text. */
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** Names in lower case. */
  readonly headers?: z.ZodObject
  /** Absent with a `bodyType`: bytes that are not read as a whole. */
  readonly body?: z.ZodType
  /** application/json where it is absent and there is a `body`. */
  readonly bodyType?: string
  /** Absent with an `answerType`: a page, a text or bytes. Absent without one: the answer is empty. */
  readonly answer?: z.ZodType
  /**
   * How the client reads the answer of this family's upstream, which knows the documents' fields alone: takes all
   * that `answer` takes. Absent: as `answer`.
   */
  readonly reading?: z.ZodType
  readonly answerType?: string
  /** The answer can be too large for a schema parse: the client brings a reader of its own. */
  readonly bulk?: true
  /** 200, or 204 when the answer is empty. */
  readonly status?: number
  /** Other answers that are no failure, and what they mean. */
  readonly otherAnswers?: Readonly<Record<number, string>>
  /** Failures of this call, beside those that `errorsOf` adds to all of its kind. */
  readonly errors?: readonly number[]
}

export type BulkEndpoint = Endpoint & { readonly bulk: true; readonly answer: z.ZodType }

/** Keeps the exact type, from which the client's input and the server's handler are typed. */
export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint

export const prefixOf = (family: ApiFamily): string => (family === 'origin' ? '' : families[family])

/** As a router writes it: '/partner-api/web/meetings/:id'. */
export const patternOf = ({ family, path }: Pick<Endpoint, 'family' | 'path'>): string =>
  prefixOf(family) + path

type QueryValue = string | number | boolean | null | undefined
export type QueryValues = Record<string, QueryValue | readonly string[]>

/** Values that are empty are left out; several of one name are repeated. */
export function queryText(query: QueryValues = {}): string {
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(query))
    for (const value of Array.isArray(values) ? values : [values])
      if (value !== undefined && value !== null && value !== '') search.append(name, String(value))
  return search.size > 0 ? `?${search}` : ''
}

type ParamsArguments<Path extends string> = keyof PathParams<Path> extends never
  ? [params?: Record<string, never>, query?: QueryValues]
  : [params: PathParams<Path>, query?: QueryValues]

/** The address of one call on the gateway's origin: '/partner-api/web/meetings/m1?…'. */
export function pathOf<const E extends Pick<Endpoint, 'family' | 'path'>>(
  endpoint: E,
  ...[params, query]: ParamsArguments<E['path']>
): string {
  return prefixOf(endpoint.family) + fillPath(endpoint.path, params ?? {}) + queryText(query)
}

export const paramsSchema = ({ path, params }: Pick<Endpoint, 'path' | 'params'>): z.ZodObject =>
  params ?? z.object(Object.fromEntries(namesIn(path).map(name => [name, text()])))

export const statusOf = ({ status, answer, answerType }: Endpoint): number =>
  status ?? (answer || answerType ? 200 : 204)

/** Every failure the call can give: its own, those of its entry and input, and those of any call. */
export function errorsOf(endpoint: Endpoint): number[] {
  const { entry, action, on, method, errors = [], otherAnswers = {} } = endpoint
  const closed = entry === 'public' ? [] : [401]
  // What one may not know of is not there.
  const decided = action === undefined ? [] : on ? [403, 404] : [403]
  // A body that no one asked for is read too; a text that cannot be kept is refused anywhere in an address.
  const read = method === 'GET' ? [] : [400, 413, 415]
  return [...new Set([...errors, ...closed, ...decided, ...read, 421, 422, 429, 500, 503])]
    .filter(status => !(status in otherAnswers))
    .sort((a, b) => a - b)
}

type Defined<E, Key extends string> = E extends { readonly [K in Key]: infer Schema extends z.ZodType }
  ? Schema
  : never

/** What a client gives in a query: typed as the server reads it, optional where the schema says so. */
type QueryInput<Schema extends z.ZodType> = {
  [Name in keyof z.input<Schema>]:
    | (Name extends keyof z.output<Schema> ? z.output<Schema>[Name] : never)
    | (undefined extends z.input<Schema>[Name] ? undefined : never)
}

type PartOf<Key extends string, Value> = [Value] extends [never]
  ? unknown
  : Record<never, never> extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value }

type ParamsInput<E extends Endpoint> = keyof PathParams<E['path']> extends never
  ? never
  : [Defined<E, 'params'>] extends [never]
    ? PathParams<E['path']>
    : z.output<Defined<E, 'params'>>

type BodyInput<E extends Endpoint> = [Defined<E, 'body'>] extends [never]
  ? 'multipart/form-data' extends E['bodyType']
    ? string extends E['bodyType']
      ? never
      : FormData
    : never
  : z.input<Defined<E, 'body'>>

/** What a client must give to make the call. */
export type InputOf<E extends Endpoint> = PartOf<'params', ParamsInput<E>> &
  PartOf<'query', [Defined<E, 'query'>] extends [never] ? never : QueryInput<Defined<E, 'query'>>> &
  PartOf<'headers', [Defined<E, 'headers'>] extends [never] ? never : z.input<Defined<E, 'headers'>>> &
  PartOf<'body', BodyInput<E>>

/** What a client gets from the call. */
export type AnswerOf<E extends Endpoint> = [Defined<E, 'answer'>] extends [never]
  ? // biome-ignore lint/suspicious/noConfusingVoidType: it is what a promise resolves to
    void
  : z.output<[Defined<E, 'reading'>] extends [never] ? Defined<E, 'answer'> : Defined<E, 'reading'>>

/** The schema of what a client gets. */
export const readingOf = ({ reading, answer }: Pick<Endpoint, 'reading' | 'answer'>): z.ZodType | undefined =>
  reading ?? answer

/** What the server answers. */
export type ReplyOf<E extends Endpoint> = [Defined<E, 'answer'>] extends [never]
  ? // biome-ignore lint/suspicious/noConfusingVoidType: it is what a promise resolves to
    void
  : z.input<Defined<E, 'answer'>>

type Read<E extends Endpoint, Key extends 'query' | 'headers' | 'body'> = [Defined<E, Key>] extends [never]
  ? unknown
  : z.output<Defined<E, Key>>

/** What the server's handler reads, after its schemas. */
export interface CallOf<E extends Endpoint> {
  params: [Defined<E, 'params'>] extends [never]
    ? { [Name in keyof PathParams<E['path']>]: string }
    : z.output<Defined<E, 'params'>>
  query: Read<E, 'query'>
  headers: Read<E, 'headers'>
  body: Read<E, 'body'>
}
