/** The languages of texts for people. Logs and the API are in English. */

export const LANGUAGES = ['en', 'ja'] as const

export type Language = (typeof LANGUAGES)[number]

export interface Locale {
  readonly language: Language
  /** The IANA name of the time zone, from KURA_TIMEZONE. */
  readonly timezone: string
  /** Escapes a text from outside, so that the program that shows the text finds no markup in it. */
  readonly foreign?: (text: string) => string
}

/** The locale of the log, the API and programs. */
export const NEUTRAL: Locale = { language: 'en', timezone: 'UTC' }

/** Returns the language to use if KURA_LANGUAGE is unset. */
export function defaultLanguage(timezone: string): Language {
  return timezone === 'Asia/Tokyo' ? 'ja' : 'en'
}

export function isLanguage(name: string): name is Language {
  return (LANGUAGES as readonly string[]).includes(name)
}
