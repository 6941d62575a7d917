import { type Role, roles } from '@livetap/contract'

/** Which groups of an outside provider have which role, and the claim that names a user's groups. */
export interface RoleMapping {
  claim: string
  groups: Readonly<Record<string, Role>>
}

/**
 * The highest role that a user's groups give. Without a mapping everyone is an operator, as before there were roles;
 * with one, a user of none of its groups sees what is shared.
 */
export function roleOf(claims: unknown, mapping: RoleMapping | undefined): Role {
  if (!mapping) return 'operator'
  const given = mapping.claim
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], claims)
  const groups =
    typeof given === 'string' ? given.split(/[\s,]+/) : Array.isArray(given) ? given.map(String) : []
  const held = groups.map(group => mapping.groups[group])
  return roles.find(role => held.includes(role)) ?? 'viewer'
}
