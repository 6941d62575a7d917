import type { SearchFacets } from '@livetap/contract'
import { hasFilter, hasMonth, toggleFilter, toggleMonth } from '@livetap/transcript'
import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { languageName } from '../../shared/language-name'
import classes from './search.module.css'

const headings = [
  ['speaker', 'Speaker'],
  ['host', 'Host'],
  ['tag', 'Tag'],
  ['site', 'Site'],
  ['lang', 'Language'],
  ['month', 'Month'],
] as const

interface Props {
  q: string
  facets: SearchFacets
  onAsk: (line: string) => void
}

/** How many moments each has; a click puts it into what is asked for, or takes it out. */
export function SearchFacetList({ q, facets, onAsk }: Props) {
  // Beside the results where there is room, and otherwise on demand.
  const [isOpen, setOpen] = useState(() => window.matchMedia('(width >= 900px)').matches)
  return (
    <details
      className={classes.facets}
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
      aria-label="Filters"
    >
      <summary>Filters</summary>
      {headings.map(
        ([name, heading]) =>
          facets[name].length > 0 && (
            <fieldset key={name} className={classes.facet}>
              <legend>{heading}</legend>
              {facets[name].map(({ value, count }) => (
                <UnstyledButton
                  key={value}
                  className={classes.value}
                  aria-pressed={name === 'month' ? hasMonth(q, value) : hasFilter(q, name, value)}
                  onClick={() =>
                    onAsk(name === 'month' ? toggleMonth(q, value) : toggleFilter(q, name, value))
                  }
                >
                  <span className={classes.name}>{name === 'lang' ? languageName(value) : value}</span>
                  <span className={classes.number}>{count}</span>
                </UnstyledButton>
              ))}
            </fieldset>
          ),
      )}
    </details>
  )
}
