import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { modelFolder, modelsRoot } from '../models/model-folder'
import { missingModels } from '../testing/model-state'
import { withOneVocabulary } from './one-vocabulary'
import { SeqDecoder } from './seq-decoder'
import { type InferenceSession, loadSession, Tensor } from './session'

const missing = await missingModels('moonshine')
const shape = { layers: 6, heads: 8, headSize: 36, vocabulary: 32_768, endToken: 2, draftsAfterCache: true }
const width = shape.heads * shape.headSize

const states = new Tensor(
  'float32',
  Float32Array.from({ length: 40 * width }, (_, at) => Math.sin(at * 0.37)),
  [1, 40, width],
)

async function read(session: InferenceSession) {
  const decoder = new SeqDecoder(session, shape)
  return {
    // Its first token is found without a cache, the others with one: both branches.
    found: await decoder.decode({ states, prompt: [1], draft: [], limit: 6 }),
    scores: await decoder.score(states, [1], [5, 77, 1_234, 30_000]),
  }
}

describe.skipIf(missing)(
  'a decoder with one table of its vocabulary',
  { meta: { skipReason: missing } },
  () => {
    test('gives the same tokens and scores', async () => {
      const file = join(modelFolder(modelsRoot(), 'moonshine'), 'tiny', 'decoder_model_merged.onnx')
      const plain = await read(await loadSession(file, { threads: 1, arena: true }))
      const changed = await read(
        await loadSession(withOneVocabulary(await readFile(file)), {
          threads: 1,
          arena: true,
          foldsTables: true,
        }),
      )
      expect(changed.found.tokens).toEqual(plain.found.tokens)
      expect(changed.found.tokens.length).toBeGreaterThan(1)
      const numbers = ({ found, scores }: typeof plain) => [...found.logProbs, ...scores]
      for (const [at, value] of numbers(plain).entries()) expect(numbers(changed)[at]).toBeCloseTo(value, 3)
    })

    test('what is no such decoder is refused', () => {
      expect(() => withOneVocabulary(Uint8Array.of(0x3a, 0))).toThrow('no branches')
    })
  },
)
