/** The channel for notices. */
import { hasCode, messageOf } from '../../core/errors.ts'
import type { Core } from '../core.ts'

/**
 * The channel for notices; undefined if the log is their outlet. An invalid chat setting must not silence them: they go
 * to the log, with the error.
 */
export function noticesChannelOf({ config, log }: Core): string | undefined {
  try {
    return config.chat().noticesChannelId
  } catch (error) {
    if (!hasCode(error, 'settings_missing', 'settings_invalid')) throw error
    if (hasCode(error, 'settings_invalid'))
      log(JSON.stringify({ event: 'notices', outlet: 'log', why: messageOf(error) }))
    return undefined
  }
}
