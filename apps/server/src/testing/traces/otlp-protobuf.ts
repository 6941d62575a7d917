export interface ReceivedSpan {
  traceId: string
  spanId: string
  /** Empty for the first of a trace. */
  parentSpanId: string
  name: string
  startMs: number
  endMs: number
  attributes: Record<string, unknown>
  events: { name: string; atMs: number }[]
  /** Trace ids of its links. */
  links: string[]
  isFailed: boolean
  /** What sent it. */
  resource: Record<string, unknown>
}

type Fields = Map<number, (Buffer | bigint)[]>

/** The fields of a message, by their numbers; a message inside of it stays bytes. */
function fieldsOf(bytes: Buffer): Fields {
  const fields: Fields = new Map()
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const key = Number(varint())
    const kind = key & 7
    const value = kind === 0 ? varint() : kind === 2 ? take(Number(varint())) : take(kind === 1 ? 8 : 4)
    const number = key >> 3
    fields.set(number, [...(fields.get(number) ?? []), value])
  }
  return fields
}

const bytesOf = (fields: Fields, number: number) => (fields.get(number) ?? []) as Buffer[]
const hexOf = (fields: Fields, number: number) => bytesOf(fields, number)[0]?.toString('hex') ?? ''
const textOf = (fields: Fields, number: number) => bytesOf(fields, number)[0]?.toString() ?? ''
const msOf = (fields: Fields, number: number) =>
  Number((bytesOf(fields, number)[0]?.readBigUInt64LE() ?? 0n) / 1000n) / 1000

/** Attributes whose values are strings. */
function attributesOf(attributes: Buffer[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(bytes => {
      const fields = fieldsOf(bytes)
      const [value] = bytesOf(fields, 2)
      return [textOf(fields, 1), value && textOf(fieldsOf(value), 1)]
    }),
  )
}

/** Of an ExportTraceServiceRequest, by the numbers of opentelemetry-proto. */
export function spansOfProtobuf(body: Buffer): ReceivedSpan[] {
  return bytesOf(fieldsOf(body), 1).flatMap(bytes => {
    const ofResource = fieldsOf(bytes)
    const [resource] = bytesOf(ofResource, 1)
    const scopes = bytesOf(ofResource, 2)
    return scopes.flatMap(scope =>
      bytesOf(fieldsOf(scope), 2).map(span => {
        const fields = fieldsOf(span)
        return {
          traceId: hexOf(fields, 1),
          spanId: hexOf(fields, 2),
          parentSpanId: hexOf(fields, 4),
          name: textOf(fields, 5),
          startMs: msOf(fields, 7),
          endMs: msOf(fields, 8),
          attributes: attributesOf(bytesOf(fields, 9)),
          events: bytesOf(fields, 11).map(event => ({
            name: textOf(fieldsOf(event), 2),
            atMs: msOf(fieldsOf(event), 1),
          })),
          links: bytesOf(fields, 13).map(link => hexOf(fieldsOf(link), 1)),
          isFailed: bytesOf(fields, 15).some(status => fieldsOf(status).get(3)?.[0] === 2n),
          resource: resource ? attributesOf(bytesOf(fieldsOf(resource), 1)) : {},
        }
      }),
    )
  })
}
