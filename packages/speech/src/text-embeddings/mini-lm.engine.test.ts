import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { modelFolder, modelsRoot } from '../models/model-folder'
import { missingModels } from '../testing/model-state'
import { LocalEmbedder } from './local-embedder'
import { WordPiece } from './word-piece'

const skipReason = await missingModels('minilm')
const embedder = new LocalEmbedder()
afterAll(() => embedder.close())

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0)

describe.skipIf(skipReason)('MiniLM', { meta: { skipReason } }, () => {
  /** As Hugging Face's own tokenizer gives them. */
  test.each([
    ['Hello, world!', [101, 7592, 1010, 2088, 999, 102]],
    [
      "The café's naïve résumé — 3.5% off!",
      [101, 1996, 7668, 1005, 1055, 15743, 13746, 1517, 1017, 1012, 1019, 1003, 2125, 999, 102],
    ],
    [
      'unaffable antidisestablishmentarianism',
      [101, 14477, 20961, 3468, 3424, 10521, 4355, 7875, 13602, 3672, 12199, 2964, 102],
    ],
    ['日本語 mixed 中文text', [101, 1864, 1876, 1950, 3816, 1746, 1861, 3793, 102]],
    ['emoji 😀 done', [101, 7861, 29147, 2072, 100, 2589, 102]],
    ['tab\tnew\nline\u0000nul\u00ad', [101, 21628, 2047, 17517, 5313, 102]],
    ['İstanbul ẞ ﬁne $5+2=7', [101, 9960, 1096, 1984, 2638, 1002, 1019, 1009, 1016, 1027, 1021, 102]],
    ['it’s “quoted”', [101, 2009, 1521, 1055, 1523, 9339, 1524, 102]],
    ['', [101, 102]],
  ])('reads %j as the tokens it was trained with', (text, ids) => {
    const file = readFileSync(join(modelFolder(modelsRoot(), 'minilm'), 'tokenizer.json'), 'utf8')
    expect(new WordPiece(JSON.parse(file).model.vocab).encode(text, 256)).toEqual(ids)
  })

  /** The similarities that the card of all-MiniLM-L6-v2 and its widget give; ours is the int8 model. */
  test('finds texts as near to each other as the published model does', async () => {
    const [source, ...others] = await embedder.embed(
      [
        'That is a happy person',
        'That is a happy dog',
        'That is a very happy person',
        'Today is a sunny day',
      ],
      { priority: 'question' },
    )
    const [dog, very, day] = others.map(other => dot(source!, other))
    expect(dog).toBeCloseTo(0.695, 1)
    expect(very).toBeCloseTo(0.943, 1)
    expect(day).toBeCloseTo(0.257, 1)
    expect(dot(source!, source!)).toBeCloseTo(1, 5)
    expect(source).toHaveLength(embedder.dimensions)
  })

  test('runs in one process that steps back behind others, and a question goes before waiting passages', async () => {
    const order: string[] = []
    const passages = Array.from({ length: 4 }, (_, at) =>
      embedder
        .embed([`the minutes of the meeting number ${at} `.repeat(20)], { priority: 'passage' })
        .then(() => order.push('passage')),
    )
    const question = embedder
      .embed(['who was there?'], { priority: 'question' })
      .then(() => order.push('question'))
    await Promise.all([...passages, question])
    expect(order.indexOf('question')).toBeLessThanOrEqual(1)
    expect(embedder.pids).toHaveLength(1)
    expect(getPriority(embedder.pids[0])).toBeGreaterThanOrEqual(15)
  })

  test('answers after its process was killed, and does not hang where it is frozen', async () => {
    process.kill(embedder.pids[0]!, 'SIGKILL')
    expect(await embedder.embed(['again'], { priority: 'question' })).toHaveLength(1)
    const impatient = new LocalEmbedder({ jobTimeoutMs: 1 })
    await expect(impatient.embed(['late'], { priority: 'question' })).rejects.toMatchObject({
      reason: 'crashed',
    })
    await impatient.close()
  })

  test('refuses more than it holds', async () => {
    const narrow = new LocalEmbedder({ maxWaiting: 1 })
    const asked = ['one', 'two', 'three', 'four'].map(text => narrow.embed([text], { priority: 'passage' }))
    const states = await Promise.allSettled(asked)
    expect(states.filter(({ status }) => status === 'rejected')).not.toHaveLength(0)
    expect(states.find(state => state.status === 'rejected')?.reason).toMatchObject({ reason: 'capacity' })
    await narrow.close()
    await expect(narrow.embed(['closed'], { priority: 'question' })).rejects.toMatchObject({
      reason: 'closed',
    })
  })
})
