/** The settings that say how the company's people read texts and times: KURA_LANGUAGE and KURA_TIMEZONE. */
import { defaultLanguage, isLanguage, LANGUAGES, type Locale } from '../language/language.ts'
import { type Environment, invalid } from './environment.ts'

/** The company's time zone, as it is set. */
export function timezoneOf(env: Environment): string {
  return env['KURA_TIMEZONE'] || 'Asia/Tokyo'
}

/** @throws AppError `settings_invalid` if kura does not speak the language or knows no such time zone */
export function localeOf(env: Environment): Locale {
  const timezone = timezoneOf(env)
  const language = env['KURA_LANGUAGE'] || defaultLanguage(timezone)
  if (!isLanguage(language)) throw invalid('KURA_LANGUAGE', LANGUAGES.map(name => `"${name}"`).join(' or '))
  if (!isTimezone(timezone))
    throw invalid('KURA_TIMEZONE', 'the IANA name of a time zone, such as Asia/Tokyo')
  return { language, timezone }
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
