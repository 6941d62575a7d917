import type { RecognizerPool } from '../pool/recognizer-pool'

/** Gives each final segment of a stream its speakers, by what was heard before. */
export class SpeakerTracker {
  constructor(private readonly pool: RecognizerPool) {}

  async speakersOf(_pcm: Int16Array, _key: string, _batch: boolean): Promise<string[]> {
    void this.pool
    return []
  }
}
