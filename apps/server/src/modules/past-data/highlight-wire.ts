import type { Highlight } from '@livetap/contract'
import type { StoredHighlight } from './highlights.store'

export function highlightWire(highlight: StoredHighlight): Highlight {
  const { type, by, word } = highlight.trigger
  return {
    id: highlight.id,
    start_millis: highlight.startMs,
    end_millis: highlight.endMs,
    transcript: highlight.text,
    csis: [...highlight.csis],
    highlight_source: highlight.source,
    highlight_label: highlight.label,
    trigger_info: { type, ...(by && { trigger_by: by }), ...(word && { trigger_word: word }) },
  }
}
