import { pcmToFloat, SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { spreadWords } from '../alignment/spread'
import { loudPart, withGain } from '../audio/pcm'
import { applyHints, type HintContext, limitToPhrases } from '../hints/apply-hints'
import { applyWake, callsAssistant } from '../hints/apply-wake'
import type { Encoded, MoonshineModel } from '../moonshine/moonshine-model'
import { decodeTokens, wordsOfTokens } from '../moonshine/tokens'
import { hasTextBefore } from '../onnx/loops'
import type { Hypothesis } from '../onnx/seq-decoder'
import type { Job, RecognizedText } from '../pool/jobs'
import type { SpeechHints } from '../recognition'
import { sentenceCase } from '../text/sentence-case'
import { withCallLikelihood } from './detect-call'
import type { RecognizerModels } from './recognizer-models'

/** Below this the decoder is guessing; real speech scores far above. */
const MIN_CONFIDENCE = 0.3
/** The model was not made for less; silence around it changes no result. */
const MIN_SAMPLES = SAMPLE_RATE_HZ

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function confidenceOf(logProbs: readonly number[]): number | undefined {
  return logProbs.length ? Math.exp(mean(logProbs)) : undefined
}

function padded(samples: Float32Array): Float32Array {
  if (samples.length >= MIN_SAMPLES) return samples
  const out = new Float32Array(MIN_SAMPLES)
  out.set(samples, Math.floor((MIN_SAMPLES - samples.length) / 2))
  return out
}

function isUsable(hypothesis: Hypothesis): boolean {
  if (!/[\p{L}\p{N}]/u.test(decodeTokens(hypothesis.tokens))) return false
  return (confidenceOf(hypothesis.logProbs) ?? 0) >= MIN_CONFIDENCE
}

async function contextOf(
  models: RecognizerModels,
  model: MoonshineModel,
  encoded: Encoded,
): Promise<HintContext> {
  const aligner = await models.aligner()
  return { model, encoded, phonesOf: word => aligner.phonesOf(word) }
}

const hasPhrases = ({ phrases, entities }: SpeechHints) => phrases.length > 0 || entities.length > 0

/** Brings the user's phrases in, or leaves nothing but them. */
async function hinted(found: Hypothesis, hints: SpeechHints, context: HintContext): Promise<Hypothesis> {
  const biased = await applyHints(found, hints, context)
  return hints.limitVocabToPhrases ? limitToPhrases(biased, hints, context) : biased
}

interface Decoded {
  hypothesis: Hypothesis
  encoded: Encoded
}

/** The first reading that holds: as it is, then louder, then without its quiet edges; else the first one that fell into a loop, cut there. */
async function listen(
  model: MoonshineModel,
  samples: Float32Array,
  draft: number[],
): Promise<Decoded | undefined> {
  const louder = withGain(samples)
  const edges = loudPart(louder)
  const attempts = [samples]
  if (louder !== samples) attempts.push(louder)
  if (edges.to - edges.from < louder.length * 0.9) attempts.push(louder.subarray(edges.from, edges.to))
  let cut: Decoded | undefined
  for (const attempt of attempts) {
    const encoded = await model.encode(padded(attempt))
    const hypothesis = await model.decode(encoded, draft)
    if (!isUsable(hypothesis)) continue
    if (hypothesis.loopedTokens === undefined) return { hypothesis, encoded }
    if (hasTextBefore(hypothesis.tokens, hypothesis.loopedTokens)) cut ??= { hypothesis, encoded }
  }
  return cut
}

const nothing: RecognizedText = { text: '', words: [], timesEstimated: false, tokens: [] }

export async function recognizeInterim(
  models: RecognizerModels,
  job: Job<'interim'>,
): Promise<RecognizedText> {
  const model = await models.moonshine('tiny')
  const samples = padded(pcmToFloat(job.pcm))
  const encoded = await model.encode(samples)
  const hypothesis = await model.decode(encoded, job.draft)
  if (hypothesis.loopedTokens !== undefined) return nothing
  if (!isUsable(hypothesis)) return { ...nothing, tokens: hypothesis.tokens }
  const shown =
    job.hints && hasPhrases(job.hints)
      ? await hinted(hypothesis, job.hints, await contextOf(models, model, encoded))
      : hypothesis
  return {
    text: sentenceCase(decodeTokens(shown.tokens).split(' ')).join(' '),
    words: [],
    confidence: confidenceOf(hypothesis.logProbs),
    timesEstimated: true,
    tokens: hypothesis.tokens,
  }
}

export async function recognizeFinal(models: RecognizerModels, job: Job<'final'>): Promise<RecognizedText> {
  const model = await models.moonshine(job.lowQuality ? 'tiny' : 'base')
  const samples = pcmToFloat(job.pcm)
  const decoded = await listen(model, samples, job.draft)
  if (!decoded) return nothing
  let listening: Promise<number> | undefined
  const callLikelihood = () =>
    (listening ??= models.callDetector().then(callDetector => callDetector.detect(samples)))
  const context = { ...(await contextOf(models, model, decoded.encoded)), callLikelihood }
  let { hypothesis } = decoded
  if (job.hints && callsAssistant(job.hints)) hypothesis = await applyWake(hypothesis, context)
  if (job.hints && hasPhrases(job.hints)) hypothesis = await hinted(hypothesis, job.hints, context)
  const { tokens, logProbs } = hypothesis
  if (tokens.length === 0) return nothing
  const found = wordsOfTokens(tokens)
  const words = sentenceCase(found.map(({ word }) => word))
  const aligned = job.wordTimes ? await (await models.aligner()).align(withGain(samples), words) : undefined
  const voiced = loudPart(samples)
  const spans = aligned ?? spreadWords(words, voiced.from / SAMPLES_PER_MS, voiced.to / SAMPLES_PER_MS)
  return withCallLikelihood(models, job.pcm, {
    text: words.join(' '),
    words: found.map(({ from, to }, index) => ({
      word: words[index]!,
      ...spans[index]!,
      confidence: confidenceOf(logProbs.slice(from, to)),
    })),
    confidence: confidenceOf(logProbs),
    timesEstimated: !aligned,
    tokens,
    lowQuality: job.lowQuality || undefined,
  })
}
