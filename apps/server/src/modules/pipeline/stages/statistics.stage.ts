import { metricNames } from '../metric-names'
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
    const timestamp = new Date().toISOString()
    return {
      output: statistics,
      meeting: {
        status: 'CallEnded',
        error: null,
        durationMs,
        endedAt: new Date(meeting.startedAt.getTime() + durationMs),
      },
      ledger: [
        {
          name: 'processing_completed',
          fields: {
            timestamp,
            utterances: statistics.utterances,
            words: statistics.words,
            speakers: statistics.speakers,
            voiced_ms: statistics.voicedMs,
          },
        },
      ],
      logs: [
        { name: metricNames.completed, fields: { timestamp } },
        { name: metricNames.endReason, fields: { timestamp, meeting_end_reason: 'recording processed' } },
      ],
    }
  },
}
