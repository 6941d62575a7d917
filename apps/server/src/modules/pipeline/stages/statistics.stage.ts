import { endEntries } from '../../meetings'
import type { Stage } from '../stage'
import { transcriptOf } from '../text/transcript-of'

/** The last one: with its transaction the meeting is ended and can be read. */
export const statisticsStage: Stage<'statistics'> = {
  name: 'statistics',
  async run(context) {
    const { meeting, output } = context
    const durationMs = Math.round(output('normalise').durationMs)
    const utterances = await transcriptOf(context)
    const statistics = {
      utterances: utterances.length,
      words: utterances.reduce((sum, { words }) => sum + words.length, 0),
      speakers: output('diarization').speakers,
      voicedMs: Math.round(output('voice activity').voicedMs),
      durationMs,
    }
    const { utterances: count, words, speakers, voicedMs } = statistics
    // As the meeting's clock goes: when the processing ended is told by the stages.
    const endedAt = new Date(meeting.startedAt.getTime() + durationMs)
    const facts = { duration_ms: durationMs, utterances: count, words, speakers, voiced_ms: voicedMs }
    return {
      output: statistics,
      meeting: { status: 'CallEnded', error: null, durationMs, endedAt },
      ...endEntries({ reason: 'completed', startedAt: meeting.startedAt, endedAt, time: new Date(), facts }),
    }
  },
}
