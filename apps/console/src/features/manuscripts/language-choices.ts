import { ALL_LANGUAGES, meetingLanguages } from '@livetap/contract'

/** What a project can be in: every language but the one that leaves it open. */
export const languageChoices = meetingLanguages
  .filter(({ code }) => code !== ALL_LANGUAGES)
  .map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
