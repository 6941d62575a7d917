import { SAMPLES_PER_MS } from '@livetap/audio'
import type { RecognitionResult, SpeakerTurn, VoiceSpan } from '@livetap/speech'
import type { SpeechTools } from '../../pipeline'

const WINDOW = 10 * SAMPLES_PER_MS
const LOUD = 1_000
/** A longer silence parts two sentences. */
const JOIN_MS = 150

/** Everything that is loud is a voice, and each loud part of a chunk says the next of these texts, never quite clearly. */
export class LoudTools implements SpeechTools {
  readonly engine = 'loud'
  readonly parallel = 1
  #ready: Promise<unknown> = Promise.resolve()
  failure: Error | undefined
  /** How often it fails. */
  failures = Number.POSITIVE_INFINITY
  started = 0
  /** Who speaks when. */
  turns: SpeakerTurn[] = []
  /** Why no engine here recognises better than the live one did. */
  onlyEngine: string | undefined

  constructor(private readonly texts: readonly string[]) {}

  reset(): void {
    this.#ready = Promise.resolve()
    this.failure = undefined
    this.failures = Number.POSITIVE_INFINITY
    this.started = 0
    this.onlyEngine = undefined
    this.turns = []
  }

  /** Nothing is recognised until the answer is called. */
  wait(): () => void {
    let goOn = () => {}
    this.#ready = new Promise<void>(resolve => {
      goOn = resolve
    })
    return () => goOn()
  }

  async detectVoice(blocks: AsyncIterable<Int16Array>): Promise<VoiceSpan[]> {
    const spans: VoiceSpan[] = []
    let startMs = 0
    for await (const block of blocks) {
      spans.push(...loudParts(block, startMs))
      startMs += block.length / SAMPLES_PER_MS
    }
    return spans
  }

  async recognize(
    pcm: Int16Array,
    { startMs, signal, languageCode }: Parameters<SpeechTools['recognize']>[1],
  ): Promise<RecognitionResult[]> {
    this.started += 1
    const cancelled = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    )
    await Promise.race([this.#ready, cancelled])
    if (this.failure && this.failures-- > 0) throw this.failure
    return loudParts(pcm, startMs).map((part, index) =>
      resultOf(this.texts[index] ?? 'more', part, languageCode),
    )
  }

  detectLanguages = async () => new Map([['en', 1]])
  missingForRecognition = async () => this.onlyEngine
  secondOpinionMissing = async (languageCode: string) =>
    languageCode.startsWith('en') ? undefined : 'only English has one'
  diarizationMissing = async () => undefined
  diarize = async () => this.turns
  voicePrint = async () => undefined

  async secondOpinion(_: Int16Array, first: RecognitionResult) {
    return resultOf(`${first.text} indeed`, first, first.languageCode)
  }
}

function loudParts(pcm: Int16Array, startMs: number): VoiceSpan[] {
  const parts: VoiceSpan[] = []
  for (let at = 0; at < pcm.length; at += WINDOW) {
    if (!pcm.subarray(at, at + WINDOW).some(sample => Math.abs(sample) > LOUD)) continue
    const from = startMs + at / SAMPLES_PER_MS
    const last = parts.at(-1)
    if (last && from - last.endMs < JOIN_MS) last.endMs = from + 10
    else parts.push({ startMs: from, endMs: from + 10 })
  }
  return parts
}

function resultOf(text: string, { startMs, endMs }: VoiceSpan, languageCode: string): RecognitionResult {
  const words = text.split(' ')
  const each = (endMs - startMs) / words.length
  return {
    segmentId: String(startMs),
    text,
    startMs,
    endMs,
    isFinal: true,
    languageCode,
    speakerIds: [],
    confidence: 0.5,
    words: words.map((word, at) => ({
      word,
      startMs: startMs + at * each,
      endMs: startMs + (at + 1) * each,
      confidence: 0.98,
    })),
  }
}
