import type { Config } from '../../core/config/config.ts'
import { type Locale, NEUTRAL } from '../../core/language/language.ts'
import { type Invocation, withInvocation } from './invocation.ts'
import { textInZone } from './moment.ts'

export interface WordingFacts {
  readonly commands: readonly string[]
  readonly invocation: Invocation
  readonly config: Pick<Config, 'locale' | 'hasLanguage'>
}

export function createWording({ commands, invocation, config }: WordingFacts): (text: string) => string {
  const invoke = withInvocation(commands, invocation)
  const { timezone } = localeToShow(config)
  return text => textInZone(invoke(text), timezone)
}

/**
 * Returns English as long as KURA_LANGUAGE is unset, because a person who tries kura may be anywhere. If a setting is
 * invalid, returns English and UTC, because a command that needs the setting reports the fault.
 */
export function localeToShow(config: Pick<Config, 'locale' | 'hasLanguage'>): Locale {
  try {
    const locale = config.locale()
    return config.hasLanguage ? locale : { ...locale, language: NEUTRAL.language }
  } catch {
    return NEUTRAL
  }
}
