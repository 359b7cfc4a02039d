/**
 * The alerts about an answer of the token endpoint that could not be stored. The host's log keeps the answer for at
 * least an hour.
 */
import { messageOf } from '../../../../core/errors.ts'
import type { Alert, TokenDeps } from '../deps.ts'
import type { Issued } from '../schema.ts'

/** Alerts people that an answer could not be stored so far. Never rejects. */
export function alertUnstored({ generation, operation, by }: Issued, deps: TokenDeps): Promise<void> {
  const name = `tokens/accounting/unstored/${operation}`
  return sendAlert({ name, kind: 'token_unstored', facts: { generation, by } }, deps)
}

/** Alerts people that the answer was stored after all. Never rejects. */
export function alertStored({ generation, operation, by }: Issued, deps: TokenDeps): Promise<void> {
  const name = `tokens/accounting/stored/${operation}`
  return sendAlert({ name, kind: 'token_stored', facts: { generation, by } }, deps)
}

async function sendAlert(alert: Alert, { alert: send, note }: TokenDeps): Promise<void> {
  try {
    await send(alert)
  } catch (error) {
    note('alert_failed', { name: alert.name, reason: messageOf(error) })
  }
}
