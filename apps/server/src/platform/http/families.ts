import type { Family } from '@livetap/contract'
import type { ApiFamily, Endpoint } from '@livetap/contract/wire/endpoint'
import { familyNames } from '../config/upstream-variables'

/** Who answers each family of calls: the modules of this server, or an upstream. Never both, and never call by call. */
export type FamilyTable = Readonly<Record<ApiFamily, 'embedded' | 'upstream'>>

/** The calls of a forwarded family that this server answers all the same, each with its reason. */
const answeredAnyway: Readonly<Record<string, string>> = {
  authorize: 'the pages of an outside provider need their own origin: the browser is sent there',
  accessToken: 'the secret of the client is added here, which no browser knows',
  logout: 'the provider has it under another path',
}

/** Decided once, at the start. */
export function familyTable(upstreams: Partial<Record<Family, string>> = {}): FamilyTable {
  const answerers = familyNames.map(family => [family, upstreams[family] ? 'upstream' : 'embedded'])
  return { ...Object.fromEntries(answerers), origin: 'embedded' }
}

export const isAnsweredHere = (table: FamilyTable, { family, name }: Pick<Endpoint, 'family' | 'name'>) =>
  table[family] === 'embedded' || name in answeredAnyway
