import { readFileSync } from 'node:fs'
import { parseJson } from '../../core/json/json.ts'
import { isLanguage, LANGUAGES, type Language, type Locale } from '../../core/language/language.ts'
import { CREDENTIALS, ENROLMENT } from '../disk/layout.ts'

/** The locale from the device's files. A missing member comes from the system, whose language the person reads. */
export function localeOf(dir: string, system: () => Locale = systemLocale): Locale {
  const { language, timezone } = companyOf(dir)
  if (language && timezone !== undefined) return { language, timezone }
  const own = system()
  return {
    language: language ?? own.language,
    get timezone() {
      return timezone ?? own.timezone
    },
  }
}

/** Checks the members without a schema, because the first schema of a run takes a twentieth of its time. */
function companyOf(dir: string): Partial<Pick<Locale, 'language' | 'timezone'>> {
  for (const file of [CREDENTIALS, ENROLMENT]) {
    const read = parseJson(textOf(`${dir}/${file}`))
    if (typeof read !== 'object' || read === null || Array.isArray(read)) continue
    const { language, timezone } = read as Readonly<Record<string, unknown>>
    return {
      ...(typeof language === 'string' && isLanguage(language) && { language }),
      ...(typeof timezone === 'string' && { timezone }),
    }
  }
  return {}
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * ICU finds the locale. The time zone is looked up only for a text with a time, because making a date format takes as
 * long as Node's start.
 */
function systemLocale(): Locale {
  const { locale } = new Intl.PluralRules().resolvedOptions()
  return {
    language: languageOf(locale),
    get timezone() {
      return new Intl.DateTimeFormat().resolvedOptions().timeZone
    },
  }
}

function languageOf(tag: string): Language {
  return LANGUAGES.find(language => tag === language || tag.startsWith(`${language}-`)) ?? 'en'
}
