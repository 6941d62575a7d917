import { DEFAULT_LANGUAGE } from './constants'

export interface LanguageChoice {
  code: string
  name: string
}

const choice = (code: string, name: string): LanguageChoice => ({ code, name })

export const ALL_LANGUAGES = 'all'

/** What a meeting or an upload can be set to; the last entry leaves the language open. */
export const meetingLanguages: readonly LanguageChoice[] = [
  choice('en', 'English'),
  choice(DEFAULT_LANGUAGE, 'English (United States)'),
  choice('es', 'Spanish'),
  choice('es-ES', 'Spanish (Spain)'),
  choice('fr', 'French'),
  choice('fr-FR', 'French (France)'),
  choice('it', 'Italian'),
  choice('it-IT', 'Italian (Italy)'),
  choice('de', 'German'),
  choice('de-DE', 'German (Germany)'),
  choice('zh', 'Chinese'),
  choice('zh-TW', 'Chinese (Taiwan)'),
  choice('hi', 'Hindi'),
  choice('ja', 'Japanese'),
  choice('pl', 'Polish'),
  choice('nl', 'Dutch'),
  choice('pt', 'Portuguese'),
  choice('ko', 'Korean'),
  choice(ALL_LANGUAGES, 'All languages'),
]

/** English whose locale the engine finds by itself: the default of the ASR picker alone. */
export const DEFAULT_ASR_LOCALE = 'en-auto'

export const asrLocales: readonly LanguageChoice[] = [
  choice(DEFAULT_ASR_LOCALE, 'English (automatic locale)'),
  choice('en-US', 'English (United States)'),
  choice('en-GB', 'English (United Kingdom)'),
  choice('en-AU', 'English (Australia)'),
  choice('en-CA', 'English (Canada)'),
  choice('en-IN', 'English (India)'),
  choice('en-IE', 'English (Ireland)'),
  choice('en-NZ', 'English (New Zealand)'),
  choice('en-ZA', 'English (South Africa)'),
  choice('es-ES', 'Spanish (Spain)'),
  choice('es-MX', 'Spanish (Mexico)'),
  choice('es-US', 'Spanish (United States)'),
  choice('es-AR', 'Spanish (Argentina)'),
  choice('es-CO', 'Spanish (Colombia)'),
  choice('fr-FR', 'French (France)'),
  choice('fr-CA', 'French (Canada)'),
  choice('fr-BE', 'French (Belgium)'),
  choice('fr-CH', 'French (Switzerland)'),
  choice('de-DE', 'German (Germany)'),
  choice('de-AT', 'German (Austria)'),
  choice('de-CH', 'German (Switzerland)'),
  choice('it-IT', 'Italian (Italy)'),
  choice('pt-BR', 'Portuguese (Brazil)'),
  choice('pt-PT', 'Portuguese (Portugal)'),
  choice('nl-NL', 'Dutch (Netherlands)'),
  choice('nl-BE', 'Dutch (Belgium)'),
  choice('pl-PL', 'Polish (Poland)'),
  choice('ru-RU', 'Russian (Russia)'),
  choice('uk-UA', 'Ukrainian (Ukraine)'),
  choice('tr-TR', 'Turkish (Türkiye)'),
  choice('sv-SE', 'Swedish (Sweden)'),
  choice('da-DK', 'Danish (Denmark)'),
  choice('nb-NO', 'Norwegian (Norway)'),
  choice('fi-FI', 'Finnish (Finland)'),
  choice('cs-CZ', 'Czech (Czechia)'),
  choice('hu-HU', 'Hungarian (Hungary)'),
  choice('ro-RO', 'Romanian (Romania)'),
  choice('el-GR', 'Greek (Greece)'),
  choice('he-IL', 'Hebrew (Israel)'),
  choice('ar-SA', 'Arabic (Saudi Arabia)'),
  choice('hi-IN', 'Hindi (India)'),
  choice('ja-JP', 'Japanese (Japan)'),
  choice('ko-KR', 'Korean (Korea)'),
  choice('zh-CN', 'Chinese (China)'),
  choice('zh-TW', 'Chinese (Taiwan)'),
  choice('vi-VN', 'Vietnamese (Vietnam)'),
  choice('id-ID', 'Indonesian (Indonesia)'),
  choice('th-TH', 'Thai (Thailand)'),
]

/** What a translation can be asked into; a deployment offers those its engines reach. */
export const translationLanguages: readonly LanguageChoice[] = [
  choice('en', 'English'),
  choice('es', 'Spanish'),
  choice('fr', 'French'),
  choice('de', 'German'),
  choice('it', 'Italian'),
  choice('pt', 'Portuguese'),
  choice('nl', 'Dutch'),
  choice('pl', 'Polish'),
  choice('ca', 'Catalan'),
  choice('ru', 'Russian'),
  choice('hi', 'Hindi'),
  choice('ja', 'Japanese'),
  choice('ko', 'Korean'),
  choice('zh', 'Chinese'),
]

/** Both written forms of Norwegian are the one language that engines know. */
const sameLanguage = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
])

/** The language of a locale: 'en-US' and 'en-auto' are both 'en'; `all` stays. */
export function languageOf(code: string): string {
  const language = code.toLowerCase().split(/[-_]/)[0] ?? ''
  return sameLanguage.get(language) ?? language
}
