import { cosine } from '../diarization/clustering'
import type { RecognizerPool } from '../pool/recognizer-pool'

interface Speaker {
  centroid: Float32Array
  weight: number
}

/** A voice farther than this from everybody heard so far is a new one. */
const farthest = 0.72
/** Shorter speech is given to the nearest known voice: it is too little to make a new one of. */
const leastNewMs = 900
const mostSpeakers = 12

/** Gives each final segment of a stream its speakers, by what was heard before. */
export class SpeakerTracker {
  private readonly speakers: Speaker[] = []

  constructor(private readonly pool: RecognizerPool) {}

  async speakersOf(pcm: Int16Array, key: string, batch: boolean): Promise<string[]> {
    const found = await this.pool.run(
      'embed',
      { pcm },
      { priority: batch ? 'batch' : 'live', streamKey: key },
    )
    const durations = new Map<string, number>()
    for (const { vector, startMs, endMs } of found?.windows ?? []) {
      const speaker = this.assign(vector, endMs - startMs)
      if (speaker) durations.set(speaker, (durations.get(speaker) ?? 0) + endMs - startMs)
    }
    const total = [...durations.values()].reduce((sum, ms) => sum + ms, 0)
    // A voice in less than a quarter of a segment is more often an error than a person.
    return [...durations].filter(([, ms]) => ms >= total / 4).map(([speaker]) => speaker)
  }

  /** Name of the voice; a new one where it is unlike all others. */
  assign(vector: Float32Array, durationMs: number): string | undefined {
    let best = -1
    let distance = Number.POSITIVE_INFINITY
    this.speakers.forEach(({ centroid }, index) => {
      const value = 1 - cosine(vector, centroid)
      if (value < distance) {
        distance = value
        best = index
      }
    })
    const isNew = distance > farthest && durationMs >= leastNewMs && this.speakers.length < mostSpeakers
    if (best < 0 || isNew) {
      this.speakers.push({ centroid: Float32Array.from(vector), weight: durationMs })
      return String(this.speakers.length)
    }
    const speaker = this.speakers[best]!
    const share = durationMs / (speaker.weight + durationMs)
    speaker.centroid = speaker.centroid.map((value, i) => value * (1 - share) + vector[i]! * share)
    speaker.weight = Math.min(60_000, speaker.weight + durationMs)
    return String(best + 1)
  }
}
