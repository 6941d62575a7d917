import { SHARD_ORDERS, type ShardOrder } from '@livetap/contract'
import type { TrainingFilter } from './training-calls'

/** The filters of the training screen as its address spells them; an absent one filters nothing. */
export interface TrainingAddress {
  /** Codes, separated by commas, as the start screen hands them over. */
  languages: string
  site: string
  source: string
  /** Seconds. */
  min: string
  max: string
  edited: '' | 'yes' | 'no'
  unusable: '' | 'yes' | 'no'
  meeting: string
  /** Empty: as they were made. */
  order: '' | ShardOrder
}

const FILTERS = ['languages', 'site', 'source', 'min', 'max', 'edited', 'unusable', 'meeting'] as const
const NAMES = [...FILTERS, 'order'] as const

const oneOf = (value: string): '' | 'yes' | 'no' => (value === 'yes' || value === 'no' ? value : '')
const seconds = (value: string): string => (/^\d+(\.\d+)?$/.test(value) ? value : '')

/** What it does not know, or cannot be, is left out. */
export function readAddress(search: URLSearchParams): TrainingAddress {
  const text = (name: (typeof NAMES)[number]) => search.get(name)?.trim() ?? ''
  return {
    languages: text('languages'),
    site: text('site'),
    source: text('source'),
    min: seconds(text('min')),
    max: seconds(text('max')),
    edited: oneOf(text('edited')),
    unusable: oneOf(text('unusable')),
    meeting: text('meeting'),
    order: SHARD_ORDERS.find(order => order === text('order')) ?? '',
  }
}

/** How many filters are set; an order leaves nothing out. */
export const filterCount = (address: TrainingAddress): number =>
  FILTERS.filter(name => address[name] !== '').length

/** Keeps what else is in the address. */
export function writeAddress(search: URLSearchParams, change: Partial<TrainingAddress>): URLSearchParams {
  const next = new URLSearchParams(search)
  const wanted = { ...readAddress(search), ...change }
  for (const name of NAMES)
    if (wanted[name].trim()) next.set(name, wanted[name].trim())
    else next.delete(name)
  return next
}

export function filterOf(address: TrainingAddress): TrainingFilter {
  const { languages, site, source, min, max, edited, unusable, meeting } = address
  return {
    language: languages || undefined,
    site_name: site || undefined,
    source: source || undefined,
    min_length_ms: min ? Math.round(Number(min) * 1000) : undefined,
    max_length_ms: max ? Math.round(Number(max) * 1000) : undefined,
    edited: edited ? edited === 'yes' : undefined,
    unusable: unusable ? unusable === 'yes' : undefined,
    meeting_id: meeting || undefined,
  }
}
