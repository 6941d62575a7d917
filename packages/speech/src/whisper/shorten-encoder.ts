import { bytesField, concatBytes, intField, type ProtoField, readFields } from '../onnx/proto'

const GRAPH_FIELD = 7
const INITIALIZER_FIELD = 5
const OUTPUT_FIELD = 12
/** Shapes noted for every inner value: they would contradict the new size, and the runtime finds them itself. */
const VALUE_INFO_FIELD = 13
const tensor = { dims: 1, type: 2, raw: 9 } as const

function dimsOf(fields: readonly ProtoField[]): number[] {
  return fields.flatMap(field => {
    if (field.number !== tensor.dims) return []
    if (field.wire === 0) return [field.value]
    const dims: number[] = []
    for (const byte of field.bytes) dims.push(byte)
    return dims
  })
}

/** A named value of floats in any shape. */
function floatValue(name: string): Uint8Array {
  const elementType = intField(1, 1)
  return concatBytes([bytesField(1, name), bytesField(2, bytesField(1, elementType))])
}

/**
 * Whisper's encoder always works through 30 seconds because its table of positions has that size. With
 * the table cut to `positions` (50 a second) it does only the work the sound needs.
 */
export function shortenEncoder(model: Uint8Array, positions: number, width: number): Uint8Array {
  let cut = 0
  const graphWith = (graph: Uint8Array) =>
    concatBytes([
      ...[...readFields(graph)].map(field => {
        if (field.number === VALUE_INFO_FIELD || field.number === OUTPUT_FIELD) return new Uint8Array()
        if (field.number !== INITIALIZER_FIELD) return field.raw
        const fields = [...readFields(field.bytes)]
        const dims = dimsOf(fields)
        if (dims.length !== 2 || dims[0] !== 1500 || dims[1] !== width) return field.raw
        const raw = fields.find(({ number }) => number === tensor.raw)
        if (!raw) return field.raw
        cut += 1
        const rest = fields.filter(({ number }) => number !== tensor.dims && number !== tensor.raw)
        return bytesField(
          INITIALIZER_FIELD,
          concatBytes([
            intField(tensor.dims, positions),
            intField(tensor.dims, width),
            ...rest.map(({ raw: bytes }) => bytes),
            bytesField(tensor.raw, raw.bytes.subarray(0, positions * width * 4)),
          ]),
        )
      }),
      bytesField(OUTPUT_FIELD, floatValue('last_hidden_state')),
    ])
  const out = concatBytes(
    [...readFields(model)].map(field =>
      field.number === GRAPH_FIELD ? bytesField(GRAPH_FIELD, graphWith(field.bytes)) : field.raw,
    ),
  )
  if (cut !== 1) throw new Error(`Found ${cut} tables of positions in the encoder instead of one`)
  return out
}
