import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface TestEntry {
  name: string
  content?: string | Buffer
  /** Of a file on a Unix system: 0o120777 is a link. */
  mode?: number
  stored?: boolean
}

/** A zip of these entries. `rename` puts another name of the same length in the place of one, unchecked. */
export async function zipOf(
  entries: Iterable<TestEntry>,
  { rename }: { rename?: readonly [from: string, to: string] } = {},
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, content = '', mode = 0o100644, stored } of entries)
    zip.addBuffer(Buffer.from(content), name, { mode, compress: !stored, mtime: new Date(0) })
  zip.end()
  const bytes = await buffer(zip.outputStream)
  if (!rename) return bytes
  const [from, to] = rename.map(name => Buffer.from(name, 'latin1')) as [Buffer, Buffer]
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) to.copy(bytes, at)
  return bytes
}

const CENTRAL_RECORD = Buffer.from('PK\x01\x02', 'latin1')

/** Changes the first record of the zip's directory; offsets are those of the format. */
export function patchDirectory(zip: Buffer, patch: (record: Buffer) => void): Buffer {
  patch(zip.subarray(zip.indexOf(CENTRAL_RECORD)))
  return zip
}

const END_RECORD_BYTES = 22

/** In the end record: the value is in the ZIP64 end record, which has room for more than 65,535 entries. */
const IN_ZIP64 = 0xffff

/** A zip whose directory names its one entry `count` times, which takes far less time than to pack it as often. */
export function repeatEntry(zip: Buffer, count: number): Buffer {
  const start = zip.indexOf(CENTRAL_RECORD)
  const record = zip.subarray(start, -END_RECORD_BYTES)
  const directory = Buffer.alloc(record.length * count, record)
  const end = Buffer.from(zip.subarray(-END_RECORD_BYTES))
  end.writeUInt16LE(IN_ZIP64, 8)
  end.writeUInt16LE(IN_ZIP64, 10)
  end.writeUInt32LE(directory.length, 12)
  const zip64 = zip64End(count, directory.length, start)
  return Buffer.concat([zip.subarray(0, start), directory, zip64, end])
}

/** A zip of `count` files with the same content, which is packed only once: '00.json', '01.json' and so on. */
export async function zipOfCopies(content: string, count: number): Promise<Buffer> {
  const width = String(count - 1).length
  const zip = await zipOf([{ name: `${'0'.repeat(width)}.json`, content }])
  const start = zip.indexOf(CENTRAL_RECORD)
  const copies = (from: number, to: number, nameAt: number) =>
    Array.from({ length: count }, (_, number) => {
      const copy = Buffer.from(zip.subarray(from, to))
      copy.write(String(number).padStart(width, '0'), nameAt)
      return copy
    })
  const files = copies(0, start, 30)
  const directory = copies(start, zip.length - END_RECORD_BYTES, 46)
  for (const [number, record] of directory.entries()) record.writeUInt32LE(number * start, 42)
  const end = Buffer.from(zip.subarray(-END_RECORD_BYTES))
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory[0]!.length * count, 12)
  end.writeUInt32LE(start * count, 16)
  return Buffer.concat([...files, ...directory, end])
}

/** The ZIP64 end record and its locator, as the end record expects them before itself. */
function zip64End(count: number, directoryBytes: number, directoryAt: number): Buffer {
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(directoryBytes), 40)
  record.writeBigUInt64LE(BigInt(directoryAt), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}
