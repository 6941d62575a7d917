import { metricNames } from '../metric-names'
import type { Stage } from '../stage'
import { findHighlights } from '../text/find-highlights'
import { transcriptOf } from '../text/transcript-of'

export const highlightsStage: Stage<'highlights'> = {
  name: 'highlights',
  async run(context) {
    const highlights = findHighlights(await transcriptOf(context))
    await context.sink.highlights(highlights)
    const count = highlights.length
    const timestamp = new Date().toISOString()
    return {
      output: { count },
      ledger: [{ name: 'highlights_found', fields: { count } }],
      logs: [{ name: metricNames.highlightsGenerated, fields: { timestamp, count } }],
    }
  },
}
