import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { errorBodySchema } from '@livetap/contract'
import { readVendorTags } from '@livetap/contract/calls/vendor-tags'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { type TestEntry, zipOf } from '../../../platform/zip/testing/zip-of'
import { testServer } from '../../../testing/test-server'

test('TAG-01 TRN-10 a zip is sent as multipart, its tags are counted by tag and file; what is unsafe is refused and leaves nothing', async () => {
  const server = await testServer()
  const headers = server.bearer()
  const url = server.url + pathOf(readVendorTags)
  const send = async (content: Buffer | string, field = 'file') => {
    const form = new FormData()
    form.set('note', 'from a vendor')
    form.set(field, new Blob([content as BlobPart]), '../../vendor.zip')
    return await fetch(url, { method: 'POST', headers, body: form })
  }
  const entries: TestEntry[] = [
    { name: 'day1/a.txt', content: 'hello [noise] there [noise] <unk>' },
    { name: 'b.json', content: JSON.stringify({ text: `${'x '.repeat(60)}[noise]` }) },
    { name: 'sound.flac', content: 'fLaC' },
  ]
  const response = await send(await zipOf(entries))
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    tags: [
      {
        tag: '[noise]',
        count: 3,
        files: { 'day1/a.txt': 2, 'b.json': 1 },
        examples: [
          { file: 'day1/a.txt', text: 'hello [noise] there [noise] <unk>' },
          { file: 'day1/a.txt', text: 'hello [noise] there [noise] <unk>' },
          { file: 'b.json', text: `…${'x '.repeat(20)}[noise]` },
        ],
      },
      {
        tag: '<unk>',
        count: 1,
        files: { 'day1/a.txt': 1 },
        examples: [{ file: 'day1/a.txt', text: 'hello [noise] there [noise] <unk>' }],
      },
    ],
    files_read: 2,
    files_skipped: 1,
    skipped: ['sound.flac'],
  })

  const problem = async (answer: Response) => {
    const body = errorBodySchema.parse(await answer.json())
    return `${answer.status} ${body.message}: ${body.errors[0]?.description}`
  }
  const link = await zipOf([{ name: 'l.txt', content: '/etc/passwd', mode: 0o120777 }])
  expect(await problem(await send(link))).toBe('422 Client Exception: l.txt is a link')
  const latin = await zipOf([{ name: 'x.txt', content: Buffer.from('ü', 'latin1') }])
  expect(await problem(await send(latin))).toBe('422 Client Exception: x.txt is not text in UTF-8')
  const broken = await zipOf([{ name: 'x.json', content: '{' }])
  expect(await problem(await send(broken))).toBe('422 Client Exception: x.json is not JSON')
  expect(await problem(await send('no zip'))).toBe('415 Client Exception: This is not a zip file')
  expect(await problem(await send('x', 'other'))).toBe('422 Client Exception: file: one file is needed')
  // What one answer holds is bounded, however many tags a file has.
  const count = 100_000
  const many = Array.from({ length: count }, (_, at) => `[tag ${at}]`)
  const crowded = await zipOf([{ name: 'many.txt', content: many.join(' ') }])
  expect(await problem(await send(crowded))).toBe(
    '422 Client Exception: many.txt has too many different tags: more than 5000 in all files',
  )
  const spread = await zipOf(
    Array.from({ length: 51 }, (_, at) => ({
      name: `${at}.txt`,
      content: many.slice(at * 100, (at + 1) * 100).join(' '),
    })),
  )
  expect(await problem(await send(spread))).toContain('too many different tags: more than 5000 in all files')
  const raw = (type: string, body: string) =>
    fetch(url, { method: 'POST', headers: { ...headers, 'content-type': type }, body })
  expect(await problem(await raw('application/zip', 'PK'))).toContain('415 ')
  expect(await problem(await raw('multipart/form-data', 'PK'))).toContain('400 ')
  expect(await problem(await raw('multipart/form-data; boundary=x', '--x\r\nno end'))).toContain('400 ')
  const part = '--x\r\ncontent-disposition: form-data; name="n"\r\n\r\n\r\n'
  expect(await problem(await raw('multipart/form-data; boundary=x', `${part.repeat(100)}--x--`))).toBe(
    '413 Client Exception: The multipart body has more than 22 parts',
  )

  const scratch = join(server.app.config.dataDir, 'scratch', server.app.identity.pod)
  expect(existsSync(scratch) ? await readdir(scratch) : []).toEqual([])
})
