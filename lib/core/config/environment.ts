/** Reads single settings. An error names the setting that is missing or wrong, and never quotes the value. */
import type { AppError } from '../errors.ts'
import { catalogue, phrase } from '../language/catalogue.ts'
import { phraseError } from '../language/phrase-error.ts'
import type { Phrase } from '../phrase.ts'
import { FORMS } from './forms.ts'
import { isPrivate } from './loopback.ts'

const WORDS = catalogue('settings', {
  missing: { en: 'Cannot work without the settings {names}', ja: '設定が足りません：{names}' },
  setThem: {
    en: 'set them in the environment of the host, or locally in .env; .env.example explains each of them',
    ja: 'ホストの環境変数か、この端末の .env に設定してください（説明：.env.example）',
  },
  invalid: {
    en: 'Cannot use the setting {name}: expected {form}',
    ja: '設定「{name}」の値が正しくありません（正しい値：{form}）',
  },
  example: { en: '.env.example shows its form', ja: '書き方は .env.example にあります' },
})

export type Environment = Readonly<Record<string, string | undefined>>

/** The settings of a service that a company may leave out. Their names begin with the service's name: `CHAT_…`. */
export interface ServiceSettings<T> {
  /** The setting that selects the company's own account. While this setting is unset, `npm start` runs a sandbox. */
  readonly selectedBy: string
  /** Valid values for the settings that `read` may require. */
  readonly placeholders: Environment
  /** @throws AppError `settings_missing`, `settings_invalid` */
  read(env: Environment): T
}

/** @throws AppError `settings_missing` with the names of the unset settings, before `parse` is called */
export function section<T>(env: Environment, names: readonly string[], parse: () => T): T {
  const lacking = names.filter(name => !env[name])
  if (lacking.length > 0) throw missing(lacking)
  return parse()
}

export function missing(names: readonly string[]): AppError {
  return phraseError('settings_missing', phrase(WORDS.missing, { names }), {
    hint: phrase(WORDS.setThem),
    details: { missing: names },
  })
}

/** The error for an invalid setting. It names the setting and the required form, but never quotes the value. */
export function invalid(name: string, form: Phrase): AppError {
  return phraseError('settings_invalid', phrase(WORDS.invalid, { name, form }), {
    hint: phrase(WORDS.example),
  })
}

/** An unset or empty setting means off. A text other than `on` and `off` is refused, as it may be a misspelt `on`. */
export function switchOf(name: string, text = 'off'): boolean {
  if (!['', 'on', 'off'].includes(text)) throw invalid(name, phrase(FORMS.onOff))
  return text === 'on'
}

/** Returns the address without slashes at its end. @throws AppError `settings_invalid` */
export function urlOf(name: string, text: string): string {
  const isAddress = /^https?:\/\//i.test(text)
  if (!isAddress && !/:\/\//.test(text)) throw invalid(name, phrase(FORMS.noScheme))
  if (!isAddress || !URL.canParse(text)) throw invalid(name, phrase(FORMS.address))
  return text.replace(/\/+$/, '')
}

/** Accepts https, or http on this machine, because a secret is sent there. @throws AppError `settings_invalid` */
export function privateUrlOf(name: string, text: string): string {
  const url = urlOf(name, text)
  if (!isPrivate(new URL(url))) throw invalid(name, phrase(FORMS.privateAddress))
  return url
}

/** Returns the items of a list such as `a, b`. */
export function words(text: string): string[] {
  return text
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
}

/** Keeps the first result of `parse`. After an error, the next call parses again. */
export function once<T>(parse: () => T): () => T {
  let value: { readonly parsed: T } | undefined
  return () => {
    value ??= { parsed: parse() }
    return value.parsed
  }
}
