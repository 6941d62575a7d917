interface Caret {
  offsetNode: Node
  offset: number
}

function caretAt(x: number, y: number): Caret | undefined {
  if (document.caretPositionFromPoint) return document.caretPositionFromPoint(x, y) ?? undefined
  // Safari before 18.4 knows the older name only.
  const range = (
    document as { caretRangeFromPoint?: (x: number, y: number) => Range | null }
  ).caretRangeFromPoint?.(x, y)
  return range ? { offsetNode: range.startContainer, offset: range.startOffset } : undefined
}

/** The character of the utterance's text at a point of the screen; the element carries where its text begins. */
export function characterAt(x: number, y: number): number | undefined {
  const caret = caretAt(x, y)
  const line = caret?.offsetNode.parentElement?.closest<HTMLElement>('[data-from]')
  if (!caret || !line) return undefined
  return Number(line.dataset.from) + charactersBefore(line, caret.offsetNode, caret.offset)
}

export function charactersBefore(line: HTMLElement, node: Node, offset: number): number {
  const range = document.createRange()
  range.setStart(line, 0)
  range.setEnd(node, offset)
  return range.toString().length
}
