import type { TranscriptOffer } from '@livetap/contract'
import type { MeetingsService } from '../../meetings'
import type { UtterancesStore } from '../../transcripts'
import type { ShardsStore } from '../shards/shards.store'
import { transcriptOffers } from './transcript-offers'

export interface OffersServiceOptions {
  shards: ShardsStore
  utterances: UtterancesStore
  meetings: MeetingsService
}

/** Trainers' texts for the host of a meeting; the meeting's own text is his alone to change. */
export class OffersService {
  constructor(private readonly options: OffersServiceOptions) {}

  async ofMeeting(meetingId: string): Promise<TranscriptOffer[]> {
    const { shards, utterances, meetings } = this.options
    await meetings.get(meetingId)
    const words = await shards.wordsOfCorrected(meetingId)
    const corrected = (await shards.ofMeeting(meetingId)).flatMap(shard =>
      shard.human && shard.human.source !== 'host'
        ? [{ ...shard, human: shard.human, words: words.get(shard.id) ?? [] }]
        : [],
    )
    if (corrected.length === 0) return []
    const range = {
      startMs: Math.min(...corrected.map(({ startOffsetMs }) => startOffsetMs)),
      endMs: Math.max(...corrected.map(({ endOffsetMs }) => endOffsetMs)),
    }
    return transcriptOffers(await utterances.inRange(meetingId, range), corrected)
  }
}
