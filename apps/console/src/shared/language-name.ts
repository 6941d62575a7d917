const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })

/** A language for people: "French" for `fr`. What no browser knows stays as it is. */
export function languageName(language: string): string {
  try {
    return names.of(language) ?? language
  } catch {
    return language
  }
}
