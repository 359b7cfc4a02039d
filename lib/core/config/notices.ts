/** KURA_NOTICES_WEBHOOK: the program that is told what the channel for notices is told. */
import { type Environment, privateUrlOf } from './environment.ts'

/** @throws AppError `settings_invalid` unless it is https, or http on this machine */
export function webhookOf(env: Environment): string | undefined {
  const text = env['KURA_NOTICES_WEBHOOK']
  return text ? privateUrlOf('KURA_NOTICES_WEBHOOK', text) : undefined
}
