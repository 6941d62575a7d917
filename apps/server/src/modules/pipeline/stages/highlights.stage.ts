import type { Stage } from '../stage'
import { findHighlights } from '../text/find-highlights'
import { transcriptOf } from '../text/transcript-of'

export const highlightsStage: Stage<'highlights'> = {
  name: 'highlights',
  async run(context) {
    const highlights = findHighlights(await transcriptOf(context))
    await context.sink.highlights(highlights)
    const count = highlights.length
    return {
      output: { count },
      ledger: [{ event: 'highlightsFound', fields: { count } }],
      logs: [{ metric: 'highlightSent', fields: { count } }],
    }
  },
}
