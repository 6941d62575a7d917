/** A vector of unit length in a byte a dimension: multiplied by `scale` it is the vector again, nearly. */
export interface Int8Vector {
  values: Int8Array
  scale: number
}

const LARGEST = 127
const SCALE_BYTES = 4

export function toInt8(vector: Float32Array): Int8Vector {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  const scale = largest / LARGEST || 1
  return { values: Int8Array.from(vector, value => Math.round(value / scale)), scale }
}

export const storedLength = (dimensions: number): number => SCALE_BYTES + dimensions

/** As the database keeps it: the scale, then the dimensions. */
export function storedVector({ values, scale }: Int8Vector): Buffer {
  const bytes = Buffer.alloc(storedLength(values.length))
  bytes.writeFloatLE(scale)
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.length), SCALE_BYTES)
  return bytes
}

/** Of several that follow each other the one at this byte. */
export function readVector(bytes: Buffer, at: number, dimensions: number): Int8Vector {
  const from = bytes.byteOffset + at + SCALE_BYTES
  return { scale: bytes.readFloatLE(at), values: new Int8Array(bytes.buffer, from, dimensions) }
}

/** How alike two vectors are: the cosine of the angle between them. */
export function likeness(a: Int8Vector, b: Int8Vector): number {
  let sum = 0
  for (let at = 0; at < a.values.length; at++) sum += a.values[at]! * b.values[at]!
  return sum * a.scale * b.scale
}
