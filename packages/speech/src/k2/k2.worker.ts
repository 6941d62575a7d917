import { createRequire } from 'node:module'
import { pcmToFloat, SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import type { FromK2, K2Settings, ToK2 } from './k2-messages'
import { wordsOfK2 } from './k2-words'

interface OnlineStream {
  acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void
  inputFinished(): void
}
interface OnlineRecognizer {
  createStream(hotwords?: string): OnlineStream
  isReady(stream: OnlineStream): boolean
  decode(stream: OnlineStream): void
  isEndpoint(stream: OnlineStream): boolean
  reset(stream: OnlineStream): void
  getResult(stream: OnlineStream): { text: string; tokens?: string[]; timestamps?: number[] }
}

interface Open {
  stream: OnlineStream
  recognizer: OnlineRecognizer
  samples: number
  /** Where the present segment began, in samples. */
  from: number
  last: string
}

const streams = new Map<number, Open>()
/** One recogniser for each strength of the hints: it is a setting of the recogniser, not of a stream. */
const recognizers = new Map<number, OnlineRecognizer>()
let settings: K2Settings | undefined

function send(message: FromK2): void {
  if (process.connected) process.send?.(message)
}

function recognizerFor(score: number): OnlineRecognizer {
  const known = recognizers.get(score)
  if (known) return known
  if (!settings) throw new Error('A stream came before the settings')
  const { OnlineRecognizer } = createRequire(import.meta.url)('sherpa-onnx-node') as {
    OnlineRecognizer: new (config: object) => OnlineRecognizer
  }
  const { encoder, decoder, joiner, tokens, threads, bpeVocabulary } = settings
  const made = new OnlineRecognizer({
    featConfig: { sampleRate: SAMPLE_RATE_HZ, featureDim: 80 },
    modelConfig: {
      transducer: { encoder, decoder, joiner },
      tokens,
      numThreads: threads,
      provider: 'cpu',
      ...(bpeVocabulary ? { modelingUnit: 'bpe', bpeVocab: bpeVocabulary } : {}),
    },
    decodingMethod: score > 0 ? 'modified_beam_search' : 'greedy_search',
    ...(score > 0 ? { hotwordsScore: score } : {}),
    enableEndpoint: true,
    rule1MinTrailingSilence: 2.4,
    rule2MinTrailingSilence: 0.7,
    rule3MinUtteranceLength: 20,
  })
  recognizers.set(score, made)
  if (recognizers.size > 4) recognizers.delete(recognizers.keys().next().value!)
  return made
}

function read(open: Open) {
  const found = open.recognizer.getResult(open.stream)
  const result = wordsOfK2(
    found.tokens ?? [],
    found.timestamps ?? [],
    open.from / SAMPLES_PER_MS,
    open.samples / SAMPLES_PER_MS,
  )
  return result.text ? result : { text: found.text.trim(), words: [] }
}

function advance(id: number, open: Open): void {
  while (open.recognizer.isReady(open.stream)) open.recognizer.decode(open.stream)
  const result = read(open)
  const over = open.recognizer.isEndpoint(open.stream)
  if (result.text && (over || result.text !== open.last))
    send({ type: over ? 'final' : 'interim', stream: id, result })
  open.last = result.text
  if (!over) return
  open.recognizer.reset(open.stream)
  open.from = open.samples
  open.last = ''
}

function handle(message: Exclude<ToK2, { type: 'settings' }>): void {
  const id = message.stream
  if (message.type === 'open') {
    const recognizer = recognizerFor(message.hotwords ? message.hotwordsScore : 0)
    const stream = message.hotwords ? recognizer.createStream(message.hotwords) : recognizer.createStream()
    streams.set(id, { stream, recognizer, samples: 0, from: 0, last: '' })
    return
  }
  const open = streams.get(id)
  if (!open) return
  if (message.type === 'audio') {
    open.stream.acceptWaveform({ samples: pcmToFloat(message.pcm), sampleRate: SAMPLE_RATE_HZ })
    open.samples += message.pcm.length
    advance(id, open)
    send({ type: 'processed', stream: id, samples: open.samples })
    return
  }
  streams.delete(id)
  if (message.type === 'drop') return
  // The model looks ahead: silence brings its last words out.
  open.stream.acceptWaveform({ samples: new Float32Array(8_000), sampleRate: SAMPLE_RATE_HZ })
  open.stream.inputFinished()
  while (open.recognizer.isReady(open.stream)) open.recognizer.decode(open.stream)
  const result = read(open)
  if (result.text) send({ type: 'final', stream: id, result })
  send({ type: 'ended', stream: id })
}

process.on('message', (message: ToK2) => {
  if (message.type === 'settings') {
    settings = message.settings
    send({ type: 'ready' })
    return
  }
  try {
    handle(message)
  } catch (error) {
    send({ type: 'failed', stream: message.stream, message: (error as Error).message })
  }
})
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => {})
