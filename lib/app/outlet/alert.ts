import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../core/config/config.ts'
import type { Environment } from '../../core/config/environment.ts'
import { AppError, hasCode, messageOf } from '../../core/errors.ts'
import { catalogue, phrase } from '../../core/language/catalogue.ts'
import { type Locale, NEUTRAL } from '../../core/language/language.ts'
import { english, textOf } from '../../core/language/text.ts'
import type { Phrase } from '../../core/phrase.ts'
import type { Alert } from '../../services/accounting/tokens/deps.ts'
import { ALERTS } from '../../services/accounting/tokens/storing/words.ts'
import type { AlertByOutlet } from './store-outage.ts'

export const STORE_ALERTS = catalogue('alerts.store', {
  down: {
    en: 'The store does not answer: kura registers, buys and sends nothing, and cannot read what else is open. It goes on by itself once the store answers. Look at the status page of the store, then run `kura doctor` in the folder of kura',
    ja: 'データベースが応答しません。登録・購入・送信は行われず、ほかのお知らせも確認できません。復旧後は自動で再開します。データベースの提供元の稼働状況を確認し、kuraのフォルダーで `kura doctor` を実行してください',
  },
})

/** These deps contain no store, because an alert is sent while the store is down. */
interface AlertDeps {
  readonly config: Config
  readonly env: Environment
  readonly fetch: typeof fetch
  readonly log: (line: string) => void
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds from a clock that never goes back. */
  readonly clock: () => number
}

interface UrgentMessage extends Pick<Alert, 'name'> {
  readonly kind: string
  readonly text: Phrase
}

export function alertOf(deps: AlertDeps): (alert: Alert) => Promise<void> {
  return ({ name, kind, facts }) => alertPeople({ name, kind, text: phrase(ALERTS[kind], facts) }, deps)
}

/** Logs that the store does not answer, and returns an alert for each outlet that is set. */
export function alertsOfStore(name: string, deps: AlertDeps): AlertByOutlet[] {
  return alertsOf({ name, kind: 'store_down', text: phrase(STORE_ALERTS.down) }, deps)
}

/** @throws the error of the first outlet that failed, after the attempts of all outlets have ended */
async function alertPeople(message: UrgentMessage, deps: AlertDeps): Promise<void> {
  const sent = await Promise.allSettled(alertsOf(message, deps).map(({ send }) => send()))
  for (const outlet of sent) if (outlet.status === 'rejected') throw outlet.reason
}

/** The code of an outlet loads when its alert is sent. */
function alertsOf(message: UrgentMessage, deps: AlertDeps): AlertByOutlet[] {
  const { name, text } = message
  deps.log(JSON.stringify({ event: 'alert', name, text: english(text) }))
  const channel = noticesChannelOf(deps)
  return [
    ...(channel === undefined
      ? []
      : [{ outlet: 'chat', send: () => alertByChat({ ...message, channel }, deps) }]),
    ...(deps.env['KURA_NOTICES_WEBHOOK']
      ? [{ outlet: 'webhook', send: () => alertByWebhook(message, deps) }]
      : []),
  ]
}

/** Returns undefined if no channel is set, or if a setting is invalid, which is logged. */
function noticesChannelOf({ config, log }: AlertDeps): string | undefined {
  try {
    return config.chat().noticesChannelId
  } catch (error) {
    if (!hasCode(error, 'settings_missing', 'settings_invalid')) throw error
    if (hasCode(error, 'settings_invalid'))
      log(JSON.stringify({ event: 'notices', outlet: 'chat', why: messageOf(error) }))
    return undefined
  }
}

async function alertByChat(
  { name, text, channel }: UrgentMessage & { readonly channel: string },
  deps: AlertDeps,
): Promise<void> {
  const { config, env, fetch, clock } = deps
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

async function alertByWebhook({ name, kind, text }: UrgentMessage, deps: AlertDeps): Promise<void> {
  const { webhookOutlet } = await import('./webhook.ts')
  const message = {
    name,
    about: 'open',
    kind,
    again: false,
    steps: {},
    text: textOf(text, localeOf(deps.config)),
    at: deps.now(),
  } as const
  const sent = await webhookOutlet(deps)?.send({ ...message, outlet: 'webhook' })
  if (sent && sent.state !== 'sent')
    throw new AppError('remote_silent', `Cannot tell people: ${english(sent.reason)}`)
}

/** Returns the neutral locale if the setting is invalid, so that the alert is sent nevertheless. */
function localeOf(config: Config): Locale {
  try {
    return config.locale()
  } catch (error) {
    if (!hasCode(error, 'settings_invalid')) throw error
    return NEUTRAL
  }
}
