import {
  type Choices,
  MANUSCRIPT_STATUSES,
  meetingLanguages,
  NO_FILTER,
  SITES,
  VENDORS,
} from '@livetap/contract'
import type { ChoiceSource, FieldOption } from './launcher-fields'

/** What is offered when the server's choices did not come: the product's own lists. */
const ownChoices: Pick<Choices, 'regions' | 'sites' | 'sources' | 'languages'> = {
  regions: [],
  sites: [...SITES],
  sources: [],
  languages: [...meetingLanguages],
}

export type FieldChoices = Record<ChoiceSource, readonly FieldOption[]>

export function fieldChoices(choices: Choices | undefined): FieldChoices {
  const offered = choices ?? ownChoices
  return {
    regions: plain(offered.regions),
    sites: plain(offered.sites),
    sources: plain(offered.sources),
    languages: unique(
      offered.languages.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
    ),
    vendors: Object.entries(VENDORS).map(([value, label]) => ({ value, label })),
    'manuscript-statuses': plain(MANUSCRIPT_STATUSES.filter(status => status !== NO_FILTER)),
  }
}

const plain = (values: readonly string[]): FieldOption[] =>
  unique(values.map(value => ({ value, label: value })))

/** A picker refuses a list with the same value twice. */
function unique(options: FieldOption[]): FieldOption[] {
  return [...new Map(options.map(option => [option.value, option])).values()]
}
