import { setTimeout as sleep } from 'node:timers/promises'
import { pcmToFloat, SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { loudPart } from '../../audio/pcm'
import type { SpeechEngine } from '../../engine'
import type { RecognitionOptions, RecognitionResult } from '../../recognition'

export interface Latency {
  /** From the start of speech to the first interim result. */
  firstInterimMs: number
  /** From the end of speech to the last final result. */
  finalMs: number
  text: string
}

/** Speaks a clip in real time, as a microphone does, with silence after it. */
export async function measureLatency(
  engine: SpeechEngine,
  pcm: Int16Array,
  languageCode: string,
  options: Partial<RecognitionOptions> = {},
): Promise<Latency> {
  const { from, to } = loudPart(pcmToFloat(pcm), 30, 0)
  const sound = new Int16Array(pcm.length + 2 * SAMPLE_RATE_HZ)
  sound.set(pcm)
  let firstInterimAt = Number.NaN
  let finalAt = Number.NaN
  const finals: RecognitionResult[] = []
  const begun = performance.now()
  const stream = await engine.open({ languageCode, ...options }, event => {
    if (event.type === 'interim' && Number.isNaN(firstInterimAt)) firstInterimAt = performance.now() - begun
    if (event.type !== 'final') return
    finals.push(event.result)
    finalAt = performance.now() - begun
  })
  for (let at = 0; at < sound.length; at += 1024) {
    stream.write(sound.subarray(at, at + 1024))
    const dueMs = (at + 1024) / SAMPLES_PER_MS
    await sleep(Math.max(0, dueMs - (performance.now() - begun)))
  }
  await stream.end()
  return {
    firstInterimMs: firstInterimAt - from / SAMPLES_PER_MS,
    finalMs: finalAt - to / SAMPLES_PER_MS,
    text: finals.map(({ text }) => text).join(' '),
  }
}
