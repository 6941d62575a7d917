import type { Highlight as WireHighlight } from '@livetap/contract'
import type { Highlight, HighlightTrigger } from '../model'
import { orderByStart } from './order'
import { endOf, fieldsOf, idOf, listOf, numbersOf, startOf, textOf } from './read-fields'

function readTrigger(value: unknown): HighlightTrigger | undefined {
  const fields = fieldsOf(value)
  if (!fields) return undefined
  return {
    type: textOf(fields.type),
    by: textOf(fields.trigger_by) || undefined,
    word: textOf(fields.trigger_word) || undefined,
  }
}

function readHighlight(value: unknown): Highlight | undefined {
  const fields = fieldsOf(value)
  const startMs = fields && startOf(fields)
  if (!fields || startMs === undefined) return undefined
  return {
    id: idOf(fields.id) ?? idOf(fields.highlight_id) ?? '',
    startMs,
    endMs: Math.max(startMs, endOf(fields) ?? startMs),
    text: textOf(fields.transcript) || textOf(fields.text),
    csis: numbersOf(fields.csis),
    source: textOf(fields.highlight_source) || textOf(fields.source),
    label: textOf(fields.highlight_label) || textOf(fields.label),
    trigger: readTrigger(fields.trigger_info),
  }
}

/** Highlights of an answer or a file, ordered by start, then by id; one without an id is known by its place in the list. */
export function buildHighlights(values: unknown): Highlight[] {
  const taken = new Set<string>()
  const read = listOf(values).flatMap((value, position) => {
    const highlight = readHighlight(value)
    if (!highlight) return []
    let { id } = highlight
    if (id === '' || taken.has(id)) id = `${id || highlight.startMs}#${position}`
    taken.add(id)
    return [{ ...highlight, id }]
  })
  return orderByStart(read)
}

export function highlightToWire(highlight: Highlight): WireHighlight {
  const { trigger } = highlight
  return {
    id: highlight.id,
    start_millis: highlight.startMs,
    end_millis: highlight.endMs,
    transcript: highlight.text,
    csis: [...highlight.csis],
    highlight_source: highlight.source,
    highlight_label: highlight.label,
    trigger_info: trigger && {
      type: trigger.type,
      trigger_by: trigger.by || undefined,
      trigger_word: trigger.word || undefined,
    },
  }
}
