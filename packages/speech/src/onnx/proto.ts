/** Just enough of the protocol buffer wire format to change and to build ONNX files. */
export interface ProtoField {
  number: number
  wire: number
  /** Whole field with its tag, to be copied as it is. */
  raw: Uint8Array
  /** Content of a length-delimited field. */
  bytes: Uint8Array
  /** Value of a varint field. */
  value: number
}

function readVarint(data: Uint8Array, at: number): [number, number] {
  let value = 0
  let factor = 1
  for (;;) {
    const byte = data[at]!
    at += 1
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return [value, at]
    factor *= 128
  }
}

export function* readFields(data: Uint8Array): Generator<ProtoField> {
  for (let at = 0; at < data.length; ) {
    const start = at
    let tag: number
    ;[tag, at] = readVarint(data, at)
    const wire = tag & 7
    let value = 0
    let bytes = data.subarray(at, at)
    if (wire === 0) [value, at] = readVarint(data, at)
    else if (wire === 1) at += 8
    else if (wire === 5) at += 4
    else if (wire === 2) {
      let length: number
      ;[length, at] = readVarint(data, at)
      bytes = data.subarray(at, at + length)
      at += length
    } else throw new Error(`Unknown wire type ${wire}`)
    yield { number: tag >>> 3, wire, raw: data.subarray(start, at), bytes, value }
  }
}

function varint(value: number): number[] {
  const out: number[] = []
  let rest = value
  while (rest >= 128) {
    out.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  out.push(rest)
  return out
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

export function intField(number: number, value: number): Uint8Array {
  return Uint8Array.from([...varint(number * 8), ...varint(value)])
}

export function bytesField(number: number, content: Uint8Array | string): Uint8Array {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return concatBytes([Uint8Array.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes])
}

/** A field of parts that stay where they are, so that a large one is copied once. */
export function messageField(number: number, parts: readonly Uint8Array[]): Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return [Uint8Array.from([...varint(number * 8 + 2), ...varint(length)]), ...parts]
}

function floatBytes(values: Float32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}

const TENSOR_FLOAT = 1

export function tensorProto(name: string, dims: readonly number[], values: Float32Array): Uint8Array {
  return concatBytes([
    ...dims.map(dim => intField(1, dim)),
    intField(2, TENSOR_FLOAT),
    bytesField(8, name),
    bytesField(9, floatBytes(values)),
  ])
}
