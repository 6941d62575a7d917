import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ServiceError } from '../service-error'
import { readZip } from './read-zip'
import { patchDirectory, repeatEntry, zipOf } from './testing/zip-of'

const limits = { entries: 50_000, entryBytes: 2 * 1024 * 1024, totalBytes: 3 * 1024 * 1024 }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livetap-zip-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function read(zip: Buffer): Promise<Record<string, string>> {
  const path = join(folder, 'a.zip')
  await writeFile(path, zip)
  const found: Record<string, string> = {}
  for await (const entry of readZip(path, limits)) found[entry.name] = String(await entry.read())
  return found
}

const refusal = async (zip: Buffer | Promise<Buffer>) => {
  const error = await read(await zip).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ServiceError)
  return error as ServiceError
}

describe('a zip from outside', () => {
  test('TAG-01 is read entry by entry, packed or stored; folders are no entries', async () => {
    const zip = await zipOf([
      { name: 'a/one.txt', content: 'one '.repeat(1000) },
      { name: 'Übung.txt', content: 'ü', stored: true },
    ])
    expect(await read(zip)).toEqual({ 'a/one.txt': 'one '.repeat(1000), 'Übung.txt': 'ü' })
    expect(await read(await zipOf([]))).toEqual({})
  })

  test.each([
    ['../e.txt', 'unsafe_path'],
    ['/etcxxxx', 'unsafe_path'],
    ['C:/e.txt', 'unsafe_path'],
    ['..\\e.txt', 'unsafe_path'],
    ['abc\xff.txt', 'bad_name'],
  ])('TAG-01 refuses the name %s', async (to, reason) => {
    const zip = await zipOf([{ name: 'abcd.txt', content: 'x' }], { rename: ['abcd.txt', to] })
    // Names are UTF-8 by their flag.
    expect(await refusal(patchDirectory(zip, record => record.writeUInt16LE(0x0800, 8)))).toMatchObject({
      reason,
    })
  })

  test('TAG-01 refuses a name of more than a thousand characters', async () => {
    expect(await refusal(zipOf([{ name: `${'n'.repeat(1_001)}.txt`, content: 'x' }]))).toMatchObject({
      reason: 'bad_name',
      message: `The name ${'n'.repeat(120)}… has more than 1000 characters`,
    })
  })

  test('TAG-01 refuses links, encrypted entries, damaged ones and files that are no zip', async () => {
    expect(await refusal(zipOf([{ name: 'l', content: '/etc/passwd', mode: 0o120777 }]))).toMatchObject({
      reason: 'link',
      message: 'l is a link',
    })
    const plain = () => zipOf([{ name: 'a.txt', content: 'text', stored: true }])
    const packed = await zipOf([{ name: 'a.txt', content: 'text' }])
    const encrypted = patchDirectory(packed, record => record.writeUInt16LE(1, 8))
    expect(await refusal(encrypted)).toMatchObject({ reason: 'encrypted', message: 'a.txt is encrypted' })
    const damaged = patchDirectory(await plain(), record => record.writeUInt32LE(1, 16))
    expect(await refusal(damaged)).toMatchObject({ reason: 'damaged' })
    const cut = (await zipOf([{ name: 'a.txt', content: 'text' }])).subarray(0, 40)
    expect(await refusal(cut)).toMatchObject({ reason: 'not_a_zip' })
    expect(await refusal(Buffer.from('hello'))).toMatchObject({ reason: 'not_a_zip' })
    expect(await refusal(Buffer.alloc(0))).toMatchObject({ reason: 'not_a_zip' })
  })

  test('TAG-01 refuses bombs before it unpacks them, and entries that lie about their size', async () => {
    expect(await refusal(zipOf([{ name: 'bomb.txt', content: Buffer.alloc(2_000_000) }]))).toMatchObject({
      reason: 'bomb',
    })
    expect(await refusal(zipOf([{ name: 'big.txt', content: Buffer.alloc(3_000_000) }]))).toMatchObject({
      reason: 'too_large',
    })
    const half = { content: Buffer.alloc(1_600_000), stored: true }
    expect(
      await refusal(
        zipOf([
          { name: '1', ...half },
          { name: '2', ...half },
        ]),
      ),
    ).toMatchObject({ reason: 'too_large', message: 'The zip unpacks to more than 3145728 bytes' })
    const lying = await zipOf([{ name: 'a.txt', content: Buffer.alloc(100_000) }])
    expect(await refusal(patchDirectory(lying, record => record.writeUInt32LE(10, 24)))).toMatchObject({
      reason: 'damaged',
    })
  })

  test('TAG-01 refuses more entries than the limit, however many the zip says it has', async () => {
    const one = await zipOf([{ name: 'a.txt', content: 'text' }])
    expect(await refusal(repeatEntry(one, 100_000))).toMatchObject({
      reason: 'too_many_entries',
      message: 'The zip has more than 50000 entries',
    })
  })
})
