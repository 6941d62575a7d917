type Schema = Readonly<Record<string, unknown>>

const INDENT = '  '

/** A JSON schema as a programmer would write the type down, with its limits behind. */
export function schemaText(schema: Schema, indent = ''): string {
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (options) return options.map(option => schemaText(option, indent)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  if (typeof schema.schemaFormat === 'string') return String(schema.schema)
  if (schema.type === 'array') return arrayText(schema, indent)
  if (schema.properties) return objectText(schema, indent)
  if (isSchema(schema.additionalProperties))
    return `{ [name]: ${schemaText(schema.additionalProperties, indent)} }`
  return `${schema.type ?? 'any'}${limits(schema)}`
}

function objectText({ properties, required }: Schema, indent: string): string {
  const must = new Set(required as string[] | undefined)
  const inner = indent + INDENT
  const lines = Object.entries(properties as Record<string, Schema>).map(
    ([name, value]) => `${inner}${name}${must.has(name) ? '' : '?'}: ${schemaText(value, inner)}`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

function arrayText({ items }: Schema, indent: string): string {
  const item = isSchema(items) ? schemaText(items, indent) : 'any'
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function limits(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, format, default: preset } = schema
  const isSafe = (value: unknown) => Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
  const range = [
    minimum !== undefined && !isSafe(minimum) && `from ${minimum}`,
    maximum !== undefined && !isSafe(maximum) && `to ${maximum}`,
    minLength !== undefined && `at least ${minLength} long`,
    maxLength !== undefined && `at most ${maxLength} long`,
    format,
    preset !== undefined && !isSafe(preset) && `default ${JSON.stringify(preset)}`,
  ].filter(Boolean)
  return range.length > 0 ? ` (${range.join(', ')})` : ''
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0
