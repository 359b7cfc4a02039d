/** What a text becomes on the terminal of this person: commands as they type them, times in the company's zone. */
import type { Config } from '../../core/config/config.ts'
import { type Invocation, withInvocation } from './invocation.ts'
import { textInZone } from './moment.ts'

export interface WordingFacts {
  /** The names that follow `kura`. */
  readonly commands: readonly string[]
  readonly invocation: Invocation
  readonly config: Pick<Config, 'locale'>
}

/** Words a text of the code or of the host for people. */
export function createWording({ commands, invocation, config }: WordingFacts): (text: string) => string {
  const invoke = withInvocation(commands, invocation)
  const timezone = timezoneToShow(config)
  return text => textInZone(invoke(text), timezone)
}

/** The company's zone; UTC if the setting cannot be used: the command that needs it says so. */
export function timezoneToShow(config: Pick<Config, 'locale'>): string {
  try {
    return config.locale().timezone
  } catch {
    return 'UTC'
  }
}
