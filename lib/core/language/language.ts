/**
 * The company's language, in which people read notices, messages, pages and reports. Logs and the API are in English.
 */

export const LANGUAGES = ['en', 'ja'] as const

export type Language = (typeof LANGUAGES)[number]

export interface Locale {
  readonly language: Language
  /** IANA name of the company's time zone: KURA_TIMEZONE. */
  readonly timezone: string
  /**
   * Escapes a text from outside, so that the program that shows it finds no markup in it. By default the text stays
   * unchanged.
   */
  readonly foreign?: (text: string) => string
}

/** The locale of the log, the API and programs: it does not depend on the company. */
export const NEUTRAL: Locale = { language: 'en', timezone: 'UTC' }

/** The language if KURA_LANGUAGE is unset: Japanese in Japan, English elsewhere. */
export function defaultLanguage(timezone: string): Language {
  return timezone === 'Asia/Tokyo' ? 'ja' : 'en'
}

export function isLanguage(name: string): name is Language {
  return (LANGUAGES as readonly string[]).includes(name)
}
