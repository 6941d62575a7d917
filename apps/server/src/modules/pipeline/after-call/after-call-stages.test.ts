import type { RecognitionResult } from '@livetap/speech'
import { expect, test } from 'vitest'
import { createLog } from '../../../platform/log/log'
import type { NewUtterance } from '../../transcripts'
import type { StageContext } from '../stage'
import type { CallVoice, EndedCall } from '../stage-outputs'
import { afterCallStages } from './after-call-stages'

const hints = { phrases: [], entities: [], weight: 0.5, limitVocabToPhrases: false }
const callOf = (...voices: CallVoice[]): EndedCall => ({ voices, hints })
const onlyEngine = 'the live engine is the only one'

const result = (text: string, startMs: number, languageCode: string): RecognitionResult => ({
  segmentId: text,
  isFinal: true,
  text,
  startMs,
  endMs: startMs + 1_000,
  words: [{ word: text, startMs, endMs: startMs + 1_000 }],
  confidence: 0.9,
  speakerIds: [],
  languageCode,
})

/** The run over a call in which one voice said "un" and "deux", as far as its enhancement. */
async function enhanced(options: { language: string; ensemble: boolean; missing?: string; call: EndedCall }) {
  const { language, ensemble, missing, call } = options
  const replaced: NewUtterance[] = []
  const stages = await afterCallStages(
    { enableEnsemble: ensemble, language },
    call,
    { missingForRecognition: async () => missing },
    {
      text: async () => [],
      enhance: async list => {
        replaced.push(...list)
        return list.length
      },
      diarize: async () => 0,
      nameVoices: async () => undefined,
      discardVoices: async () => undefined,
    },
  )
  const names = stages.map(({ name }) => name)
  const outputs = {
    normalise: { durationMs: 9_000, separateChannels: [1], hasVideo: false, call },
    recognition: { languageCode: language, languageInferred: false, chunks: 1, utterances: 2, words: 2 },
    diarization: { turns: [], speakers: 1 },
  }
  const chunk = { channel: 1, results: [result('un', 0, language), result('deux', 5_000, language)] }
  const context = {
    meeting: { id: 'm', enableEnsemble: ensemble, language },
    speech: { secondOpinionMissing: async () => 'there is no second engine' },
    parts: {
      all: async (stage: string) => new Map(stage === 'recognition' ? [[1, chunk]] : []),
      put: async () => undefined,
    },
    sink: {},
    signal: new AbortController().signal,
    log: createLog('silent'),
    output: (name: keyof typeof outputs) => outputs[name],
    record: async () => undefined,
    progress: () => undefined,
  } as unknown as StageContext
  const ledger = (await stages.find(({ name }) => name === 'ensemble')?.run(context))?.ledger
  return { names, ledger, texts: replaced.map(({ text, csis }) => ({ text, csis })) }
}

test('a call in another language is recognised again by a better engine, and all of its text replaced', async () => {
  const call = callOf({ number: 1, csi: 7 })
  const { names, texts, ledger } = await enhanced({ language: 'fr-FR', ensemble: true, call })
  expect(names).toContain('recognition')
  expect(texts).toEqual([
    { text: 'un', csis: [7] },
    { text: 'deux', csis: [7] },
  ])
  const fields = { utterances: 2, decoded_again: 2, changed: 2, share: 1 }
  expect(ledger).toEqual([{ event: 'transcriptEnhanced', fields }])
})

test('without a better engine it is not recognised again, and the ledger says why', async () => {
  const call = callOf({ number: 1, csi: 7 })
  const { names, texts, ledger } = await enhanced({
    language: 'fr-FR',
    ensemble: true,
    missing: onlyEngine,
    call,
  })
  expect(names).not.toContain('recognition')
  expect(texts).toEqual([])
  expect(ledger).toEqual([{ event: 'ensembleSkipped', fields: { reason: onlyEngine } }])
})

test('what the small model made is made again, regardless of what was asked for; the rest stays as it is', async () => {
  const call = callOf({ number: 1, csi: 7, hurried: [{ startMs: 4_800, endMs: 6_100 }] })
  const { names, texts, ledger } = await enhanced({ language: 'en-US', ensemble: false, call })
  expect(names).toContain('recognition')
  expect(texts).toEqual([{ text: 'deux', csis: [7] }])
  const fields = { utterances: 2, decoded_again: 1, changed: 1, share: 0.5 }
  expect(ledger).toEqual([{ event: 'transcriptEnhanced', fields }])
})
