/** Alerts people at once, without the store: in the channel for notices, or in the log if there is none. */
import { setTimeout as delay } from 'node:timers/promises'
import { hasCode } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { type Locale, NEUTRAL } from '../../core/language/language.ts'
import { english, textOf } from '../../core/language/text.ts'
import type { Alert } from '../../services/accounting/tokens/deps.ts'
import { ALERTS } from '../../services/accounting/tokens/storing/words.ts'
import type { Core } from '../core.ts'
import { noticesChannelOf } from './channel.ts'

/** Loads the chat only when there is an alert. */
export function alertOf(core: Core): (alert: Alert) => Promise<void> {
  return async ({ name, kind, facts }) => {
    const { config, env, fetch, clock, log } = core
    const text = phrase(ALERTS[kind], facts)
    log(JSON.stringify({ event: 'alert', name, text: english(text) }))
    const channel = noticesChannelOf(core)
    if (channel === undefined) return
    const [{ alertChannel }, { escapeMarkup }] = await Promise.all([
      import('../../services/chat/alert.ts'),
      import('../../services/chat/remote/markup.ts'),
    ])
    const settings = config.chat()
    await alertChannel(
      { name, channel, text: textOf(text, { ...localeOf(config), foreign: escapeMarkup }) },
      {
        settings,
        home: env['KURA_URL'] || settings.baseUrl,
        fetch,
        clock,
        sleep: milliseconds => delay(milliseconds),
        random: Math.random,
      },
    )
  }
}

/** An invalid setting must not silence an alert. */
function localeOf(config: Core['config']): Locale {
  try {
    return config.locale()
  } catch (error) {
    if (!hasCode(error, 'settings_invalid')) throw error
    return NEUTRAL
  }
}
