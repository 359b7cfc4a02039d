/** Telling people at once, without the store: to the channel for notices, or to the log if there is none. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Alert } from '../../tokens/deps.ts'
import type { Core } from '../core.ts'
import { noticesChannelOf } from './channel.ts'

/** The chat is loaded when there is something to tell. */
export function alertOf(core: Core): (alert: Alert) => Promise<void> {
  return async ({ name, text }) => {
    const { config, env, fetch, clock, log } = core
    log(JSON.stringify({ event: 'alert', name, text }))
    const channel = noticesChannelOf(core)
    if (channel === undefined) return
    const { alertChannel } = await import('../../chat/alert.ts')
    const settings = config.chat()
    await alertChannel(
      { name, channel, text },
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
