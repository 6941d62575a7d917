import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { RemoteEmbedder } from './remote-embedder'

interface Asked {
  path: string
  key: string | undefined
  body: { model: string; input: string[]; dimensions: number }
}

/** A server with OpenAI's call: each text becomes its length and its number of blanks, the last one first. */
async function standIn(answer?: (asked: Asked, response: ServerResponse) => void) {
  const asked: Asked[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const one = {
      path: request.url!,
      key: request.headers.authorization,
      body: JSON.parse(Buffer.concat(parts).toString()),
    }
    asked.push(one)
    if (answer) return answer(one, response)
    const data = one.body.input.map((text: string, index: number) => ({
      index,
      embedding: [text.length, text.split(' ').length - 1],
    }))
    response.end(JSON.stringify({ data: data.reverse() }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const question = { priority: 'question' } as const
const embedderOf = (url: string, change: { timeoutMs?: number; dimensions?: number; key?: string } = {}) =>
  new RemoteEmbedder({ url, model: 'm-small', dimensions: 2, ...change })

test('asks as OpenAI is asked, and gives vectors of length 1 in the order of the texts', async () => {
  const { url, asked } = await standIn()
  const embedder = embedderOf(url, { key: 'k-1' })
  const vectors = await embedder.embed(['abc', 'a b '], question)
  expect(vectors.map(vector => [...vector].map(value => Number(value.toFixed(3))))).toEqual([
    [1, 0],
    [0.894, 0.447],
  ])
  expect(asked).toEqual([
    {
      path: '/v1/embeddings',
      key: 'Bearer k-1',
      body: { model: 'm-small', input: ['abc', 'a b '], dimensions: 2, encoding_format: 'float' },
    },
  ])
  expect(embedder.space).toBe('m-small/2')
  expect(await embedder.embed([], question)).toEqual([])
})

test.each(['/v1', '/v1/', '/v1/embeddings', '/'])('takes the address with %s at its end', async end => {
  const { url, asked } = await standIn()
  await embedderOf(url + end).embed(['abc'], question)
  expect(asked[0]!.path).toBe('/v1/embeddings')
  expect(asked[0]!.key).toBeUndefined()
})

test.each([
  ['another number of dimensions', { data: [{ index: 0, embedding: [1, 2, 3] }] }, /sent 3 dimensions.*is 2/],
  ['too few embeddings', { data: [] }, /sent 0 embeddings for 1 texts/],
  ['what is no number', { data: [{ index: 0, embedding: [1, null] }] }, /cannot be read/],
  ['an index outside', { data: [{ index: 7, embedding: [1, 2] }] }, /cannot be read/],
  ['no list', { error: 'no' }, /sent no embeddings/],
])('refuses %s with a reason, and is not available for a while', async (_what, answer, message) => {
  const { url } = await standIn((_asked, response) => void response.end(JSON.stringify(answer)))
  const embedder = embedderOf(url)
  await expect(embedder.embed(['abc'], question)).rejects.toMatchObject({
    reason: 'remote',
    message: expect.stringMatching(message),
  })
  expect(await embedder.availability()).toMatchObject({
    available: false,
    reason: expect.stringMatching(message),
  })
})

test('a server that is down, refuses or hangs is a named error, and one success makes it available', async () => {
  let status = 500
  const { url } = await standIn(({ body }, response) => {
    response.statusCode = status
    response.end(JSON.stringify({ data: body.input.map(() => ({ embedding: [1, 1] })) }))
  })
  const embedder = embedderOf(url)
  await expect(embedder.embed(['a'], question)).rejects.toMatchObject({ reason: 'remote' })
  status = 200
  await embedder.embed(['a'], question)
  expect(await embedder.availability()).toEqual({ available: true })
  const silent = await standIn(() => {})
  await expect(embedderOf(silent.url, { timeoutMs: 50 }).embed(['a'], question)).rejects.toMatchObject({
    reason: 'timeout',
  })
  const stop = new AbortController()
  const waiting = embedderOf(silent.url).embed(['a'], { ...question, signal: stop.signal })
  stop.abort()
  await expect(waiting).rejects.toMatchObject({ reason: 'aborted' })
})

test('few requests run at once, a question goes before waiting passages, and what is too much is refused', async () => {
  const held: (() => void)[] = []
  const { url, asked } = await standIn(({ body }, response) => {
    held.push(() => response.end(JSON.stringify({ data: body.input.map(() => ({ embedding: [1, 1] })) })))
  })
  const embedder = embedderOf(url)
  const passages = Array.from({ length: 68 }, (_, at) =>
    embedder.embed([`passage ${at}`], { priority: 'passage' }),
  )
  await expect(embedder.embed(['one more'], { priority: 'passage' })).rejects.toMatchObject({
    reason: 'capacity',
  })
  await expect.poll(() => held.length).toBe(4)
  await expect.poll(() => asked.length).toBe(4)
  held.shift()!()
  await expect.poll(() => asked.length).toBe(5)
  const first = embedder.embed(['a question'], question)
  held.shift()!()
  await expect.poll(() => asked.at(-1)!.body.input).toEqual(['a question'])
  await embedder.close()
  const states = await Promise.allSettled([...passages, first])
  const failed = states.filter(state => state.status === 'rejected').map(state => state.reason.reason)
  expect(new Set(failed)).toEqual(new Set(['closed']))
})
