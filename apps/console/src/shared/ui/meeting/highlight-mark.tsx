import { VisuallyHidden } from '@mantine/core'
import { labelText } from '../lists/label-text'
import classes from './highlight-mark.module.css'

/** How highlights are called in a line: by their labels, each once. */
export const highlightNames = (labels: readonly (string | undefined)[]): string =>
  [...new Set(labels.map(label => (label ? labelText(label) : 'Highlight')))].join(', ')

/** The sign of a highlight wherever one is: in lists, beside lines, on the timeline (`timeline-paint.ts`). */
export function HighlightIcon() {
  return (
    <svg className={classes.icon} viewBox="0 0 16 16" width={14} height={14} aria-hidden="true">
      <path d="M4 2h8v12l-4-3-4 3z" fill="currentColor" />
    </svg>
  )
}

/** Marks a line that is highlighted, with what the highlights are called. */
export function HighlightMark({ names }: { names: string }) {
  return (
    <span className={classes.mark} data-testid="highlight-mark" data-hint={`Highlighted: ${names}`}>
      <HighlightIcon />
      <VisuallyHidden>Highlighted: </VisuallyHidden>
      <span className={classes.names}>{names}</span>
    </span>
  )
}
