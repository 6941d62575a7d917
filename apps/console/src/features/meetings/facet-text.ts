import { COUNTED_TO, type FacetName } from '@livetap/contract'
import { languageName } from '../../shared/language-name'

export const facetLabels: Readonly<Record<FacetName, string>> = {
  state: 'State',
  host: 'Host',
  team: 'Team',
  site: 'Site',
  language: 'Language',
  speaker: 'Speaker',
  tag: 'Tag',
}

const states: Readonly<Record<string, string>> = {
  live: 'Live',
  transcribing: 'Transcribing',
  failed: 'Failed',
  ended: 'Ready',
}

export function valueText(facet: FacetName, value: string): string {
  if (facet === 'state') return states[value] ?? value
  return facet === 'language' ? languageName(value) : value
}

const MORE = '1,000+'

/** Counts are exact to a thousand. */
export const countText = (count: number): string => (count > COUNTED_TO ? MORE : String(count))
