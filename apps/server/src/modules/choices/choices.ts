import { asrLocales, type Choices, meetingLanguages, SITES, translationLanguages } from '@livetap/contract'
import type { Config } from '../../platform/config/config'

/** Where recordings of the documents' providers come from; a new one can always be typed. */
const SOURCES = ['livetap', 'webex', 'contact_center', 'upload'] as const

export function choicesOf(
  { defaults, region, suffixToRegion }: Config,
  translatable: ReadonlySet<string>,
): Choices {
  return {
    regions: [...new Set([defaults.region, region, ...Object.values(suffixToRegion)])],
    sites: [...new Set([...SITES, defaults.siteName])],
    sources: [...SOURCES],
    languages: [...meetingLanguages],
    asr_locales: [...asrLocales],
    // Only what something here translates into.
    translation_languages: translationLanguages.filter(({ code }) => translatable.has(code)),
  }
}
