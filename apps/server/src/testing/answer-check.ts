import { errorBodySchema } from '@livetap/contract'
import { type Endpoint, errorsOf, statusOf } from '@livetap/contract/wire/endpoint'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'
import { z } from 'zod'
import type { Answered } from '../platform/http/observe-answers'

// Formats are left to the schema itself.
const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false })
const compiled = new WeakMap<z.ZodType, ValidateFunction>()

/** Every object of the schema takes the keys that it names, and no others. */
function strictly(schema: z.ZodType): ValidateFunction {
  let validate = compiled.get(schema)
  if (!validate) {
    const document = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        if (jsonSchema.properties) jsonSchema.additionalProperties ??= false
      },
    })
    validate = ajv.compile(document)
    compiled.set(schema, validate)
  }
  return validate
}

/** What is wrong with a body by its schema, keys that it does not know included; undefined when nothing is. */
function problemOf(schema: z.ZodType, body: unknown): string | undefined {
  const sent: unknown = JSON.parse(JSON.stringify(body ?? null))
  const parsed = schema.safeParse(sent)
  if (!parsed.success) return parsed.error.message
  const validate = strictly(schema)
  if (validate(sent)) return undefined
  return validate.errors
    ?.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('\n')
}

/** Reads a real answer, strictly. */
export function strictParse<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const problem = problemOf(schema, body)
  if (problem !== undefined) throw new Error(problem)
  return schema.parse(body)
}

/** What an answer has that its endpoint does not declare: a status, a key, a missing field. */
export function undeclared({ endpoint, status, body }: Answered): string | undefined {
  const problem = problemOfAnswer(endpoint, status, body)
  return problem && `${endpoint.name} answered ${status}: ${problem}`
}

/** What the client reads leniently, because of upstreams, it must read of our own answers as well. */
function problemOfReading({ reading }: Endpoint, body: unknown): string | undefined {
  const read = reading?.safeParse(JSON.parse(JSON.stringify(body ?? null)))
  return read?.error && `its reading refuses it: ${read.error.message}`
}

function problemOfAnswer(endpoint: Endpoint, status: number, body: unknown): string | undefined {
  if (status === statusOf(endpoint)) {
    // A bulk answer is usually a stream; one that is sent whole is held against its schema as any other.
    if (endpoint.answer && (!endpoint.bulk || body !== undefined))
      return problemOf(endpoint.answer, body) ?? problemOfReading(endpoint, body)
    return body === undefined ? undefined : 'an answer that the endpoint does not declare'
  }
  if (endpoint.otherAnswers && status in endpoint.otherAnswers) return undefined
  if (!errorsOf(endpoint).includes(status)) return 'the endpoint does not declare this status'
  return problemOf(errorBodySchema, body)
}
