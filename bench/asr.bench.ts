/**
 * Recognition on real speech, per engine that is there: word error rate, real-time factor, latency of interim and final
 * results spoken in real time, and the error of word times. Latency is a ratio to the least that it takes: the sound that
 * has to be heard first, and the same sound recognized as a recording, in turn with it.
 * `--only=streams` measures nothing but how many live streams one core keeps up with.
 */
import { SAMPLES_PER_MS } from '@livetap/audio'
import {
  createSpeech,
  NutcrackerEngine,
  type RecognitionOptions,
  type SpeechEngine,
  transcribe,
} from '@livetap/speech'
import {
  exactTexts,
  loadRecording,
  measureLatency,
  readPhrases,
  sharedAudio,
  singleWords,
  wordError,
  wordTimeErrors,
} from '@livetap/speech/testing'
import { segmenterDefaults } from '../packages/speech/src/voice/segmenter'
import { isToy, type Measure, quantile, report } from './lib/report'

const speech = createSpeech()
const measures: Measure[] = []

const texts = isToy ? exactTexts.slice(1, 2) : exactTexts
const rounds = isToy ? 1 : 2
const onlyStreams = process.argv.includes('--only=streams')

async function write(engine: SpeechEngine, pcm: Int16Array, languageCode: string): Promise<string> {
  const found = await transcribe(engine, pcm, { languageCode })
  return found.map(({ text }) => text).join(' ')
}

async function english(engine: SpeechEngine): Promise<void> {
  let [errors, words, soundMs, workMs] = [0, 0, 0, 0]
  for (const { text, load } of texts) {
    const pcm = load()
    const begun = performance.now()
    const error = wordError(text, await write(engine, pcm, 'en-US'))
    workMs += performance.now() - begun
    soundMs += pcm.length / SAMPLES_PER_MS
    errors += error.errors
    words += error.words
  }
  const name = engine.name
  measures.push({
    name: `${name}: word error rate, ${words} exact words`,
    unit: '%',
    samples: [(100 * errors) / words],
    bar: { atMost: 5 },
  })
  measures.push({ name: `${name}: real-time factor`, unit: '', samples: [workMs / soundMs] })
}

const SECOND = 1000 * SAMPLES_PER_MS
/** Of sound, heard before anything can be said of it: the speech of a first interim, the silence that ends a segment. */
const HEARD_MS = { interim: 620, final: segmenterDefaults.endMs }
/** A final waits in turn with what else the recogniser has to do: twice the least is one segment before it. */
const TIMES_LEAST = { interim: 1.3, final: 2, lateFinal: 3, otherFinal: 1.5 }

/** The time that this sound takes by itself, as a recording. */
async function recognitionMs(engine: SpeechEngine, pcm: Int16Array, languageCode: string): Promise<number> {
  const begun = performance.now()
  await write(engine, pcm, languageCode)
  return performance.now() - begun
}

/** A segment is no longer than this: the end of a clip is what its last final waits for. */
const lastSegment = (pcm: Int16Array) => pcm.slice(-segmenterDefaults.maxMs * SAMPLES_PER_MS)

interface AgainstLeast {
  ms: number
  leastMs: number
}

function pushAgainstLeast(name: string, samples: readonly AgainstLeast[], atMost: number): void {
  measures.push(
    { name, unit: 'ms', samples: samples.map(({ ms }) => ms) },
    { name: `${name}: the least`, unit: 'ms', samples: samples.map(({ leastMs }) => leastMs) },
    {
      name: `${name}, times the least`,
      unit: 'x',
      samples: samples.map(({ ms, leastMs }) => ms / leastMs),
      bar: { atMost },
    },
  )
}

async function latency(engine: SpeechEngine): Promise<void> {
  const interims: AgainstLeast[] = []
  const finals: AgainstLeast[] = []
  for (let round = 0; round < rounds; round++) {
    for (const { load } of texts) {
      const pcm = load()
      const found = await measureLatency(engine, pcm, 'en-US')
      if (found.text)
        finals.push({
          ms: found.finalMs,
          leastMs: HEARD_MS.final + (await recognitionMs(engine, lastSegment(pcm), 'en-US')),
        })
      if (!Number.isNaN(found.firstInterimMs))
        interims.push({
          ms: found.firstInterimMs,
          leastMs: HEARD_MS.interim + (await recognitionMs(engine, pcm.slice(0, SECOND), 'en-US')),
        })
    }
  }
  const name = engine.name
  pushAgainstLeast(`${name}: first interim after the start of speech`, interims, TIMES_LEAST.interim)
  pushAgainstLeast(`${name}: final after the end of speech`, finals, TIMES_LEAST.final)
  const ratios = finals.map(({ ms, leastMs }) => ms / leastMs)
  measures.push({
    name: `${name}: final after the end of speech, times the least, p95`,
    unit: 'x',
    samples: [quantile(ratios, 0.95)],
    bar: { atMost: TIMES_LEAST.lateFinal },
  })
}

/** A French sentence of the shared recordings, and sentences of the French and Spanish readers where they are. */
async function otherLanguages(engine: SpeechEngine): Promise<void> {
  const sentences: [languageCode: string, pcm: Int16Array][] = [['fr-FR', loadRecording('fr-goforward')]]
  for (const reader of ['fr', 'es'] as const)
    for (const { load } of readPhrases(reader, 6).slice(0, isToy ? 0 : 4)) sentences.push([reader, load()])
  const firstUse = await measureLatency(engine, sentences[0]![1], 'fr-FR')
  const finals: AgainstLeast[] = []
  for (const [languageCode, pcm] of sentences) {
    const { text, finalMs } = await measureLatency(engine, pcm, languageCode)
    const leastMs = HEARD_MS.final + (await recognitionMs(engine, lastSegment(pcm), languageCode))
    if (text) finals.push({ ms: finalMs, leastMs })
  }
  const name = `${engine.name}: French or Spanish final after the end of speech`
  pushAgainstLeast(name, finals, TIMES_LEAST.otherFinal)
  measures.push({
    name: `${engine.name}: the very first of them, its model loaded`,
    unit: 'ms',
    samples: [firstUse.finalMs],
  })
}

/** As at a microphone that several people may share. */
const diarized = { diarization: 'if-in-time' } as const

/** Live streams that one process on one core keeps up with: ever more of them, until one final in twenty is later than 2 s. */
async function streamsPerCore(options: Partial<RecognitionOptions> = {}): Promise<void> {
  const most = isToy ? 1 : 16
  const engine = new NutcrackerEngine({
    processes: 1,
    threads: 1,
    capacity: { live: most },
    jobTimeoutMs: 120_000,
  })
  let kept = 0
  try {
    await engine.warm()
    for (let count = 1; count <= most; count++) {
      const clips = Array.from({ length: count }, (_, index) => texts[index % texts.length]!.load())
      // A stream that fails under the load is late without end.
      const finals = await Promise.all(
        clips.map(pcm =>
          measureLatency(engine, pcm, 'en-US', options).then(
            ({ text, finalMs }) => (text ? finalMs : Number.POSITIVE_INFINITY),
            () => Number.POSITIVE_INFINITY,
          ),
        ),
      )
      const late = quantile(finals, 0.95)
      console.log(`${count} live streams on one core: 95 % of the finals within ${late.toFixed(0)} ms`)
      if (late > 2000) break
      kept = count
    }
  } finally {
    await engine.close()
  }
  measures.push({
    name: `nutcracker: live English streams that one core keeps within 2 s${options.diarization ? ', diarized beside it' : ''}`,
    unit: '',
    samples: [kept],
  })
}

async function wordTimes(engine: SpeechEngine): Promise<void> {
  const words = singleWords().slice(0, isToy ? 12 : undefined)
  if (words.length === 0) return
  const { errors, p95 } = await wordTimeErrors(words, async pcm =>
    (await transcribe(engine, pcm, { languageCode: 'en' })).flatMap(result =>
      result.timesEstimated ? [] : result.words,
    ),
  )
  measures.push({
    name: `${engine.name}: error of word times, ${errors.length / 2} words`,
    unit: 'ms off',
    samples: errors,
    bar: { atMost: 80 },
  })
  measures.push({ name: `${engine.name}: error of word times, p95`, unit: 'ms off', samples: [p95] })
}

if (onlyStreams) {
  try {
    await streamsPerCore()
    await streamsPerCore(diarized)
    report('asr', measures, { isKept: false })
  } finally {
    await speech.close()
  }
} else if (!sharedAudio()) {
  console.log('asr: the shared recordings are not beside this repository; nothing measured')
} else {
  try {
    for (const { name, available, reason } of await speech.registry.list()) {
      console.log(`${name.padEnd(12)} ${available ? 'measured' : `not measured: ${reason}`}`)
      const engine = speech.registry.get(name)!
      if (!available) continue
      if (engine === speech.nutcracker) await speech.nutcracker.warm()
      await english(engine)
      await latency(engine)
      if (engine !== speech.nutcracker) continue
      await otherLanguages(engine)
      await wordTimes(engine)
      await streamsPerCore()
      await streamsPerCore(diarized)
    }
    report('asr', measures)
  } finally {
    await speech.close()
  }
}
