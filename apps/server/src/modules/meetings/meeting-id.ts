import { randomUUID } from 'node:crypto'

/**
 * A meeting's id ends in the suffix of its region ('2f…c1_us'), so that any part of the product can tell from
 * the id alone where the meeting lives.
 */
export function newMeetingId(suffix: string): string {
  return `${randomUUID().replaceAll('-', '')}_${suffix}`
}

export function suffixOfRegion(
  suffixToRegion: Readonly<Record<string, string>>,
  region: string,
): string | undefined {
  return Object.keys(suffixToRegion).find(suffix => suffixToRegion[suffix] === region)
}

/** Regions that no suffix was configured for are their own. */
export function completeSuffixes(
  suffixToRegion: Readonly<Record<string, string>>,
  regions: readonly string[],
): Record<string, string> {
  const complete = { ...suffixToRegion }
  for (const region of regions)
    if (suffixOfRegion(complete, region) === undefined) complete[region] ??= region
  return complete
}
