import { inflateRawSync } from 'node:zlib'

const END = 0x06054b50
const STORED = 0

/** The files of a zip as text, by name. */
export const readZip = (bytes: Buffer): Map<string, string> =>
  new Map([...zipEntries(bytes)].map(([name, content]) => [name, content.toString('utf8')]))

export function zipEntries(bytes: Buffer): Map<string, Buffer> {
  let end = bytes.length - 22
  while (end > 0 && bytes.readUInt32LE(end) !== END) end--
  const files = new Map<string, Buffer>()
  let entry = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const method = bytes.readUInt16LE(entry + 10)
    const size = bytes.readUInt32LE(entry + 20)
    const nameLength = bytes.readUInt16LE(entry + 28)
    const name = bytes.toString('utf8', entry + 46, entry + 46 + nameLength)
    const local = bytes.readUInt32LE(entry + 42)
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(from, from + size)
    files.set(name, method === STORED ? data : inflateRawSync(data))
    entry += 46 + nameLength + bytes.readUInt16LE(entry + 30) + bytes.readUInt16LE(entry + 32)
  }
  return files
}
