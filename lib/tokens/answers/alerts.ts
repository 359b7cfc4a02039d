/** What people hear at once about an answer that the store did not take: the host's log keeps it for an hour at least. */
import { messageOf } from '../../errors.ts'
import type { Alert, TokenDeps } from '../deps.ts'
import type { Issued } from '../schema.ts'

/** The answer could not be stored at once. Never rejects. */
export function tellUnstored({ generation, operation, by }: Issued, deps: TokenDeps): Promise<void> {
  return tell(
    {
      name: `tokens/accounting/unstored/${operation}`,
      text:
        `The store did not take the accounting token ${generation} of ${by}. ` +
        'If no message says that it was stored after all: keep the line token_unstored of the log of this hour, ' +
        'then run kura accounting recover --line LINE (on a machine with a disk: kura accounting recover)',
    },
    deps,
  )
}

/** It was stored after all. Never rejects. */
export function tellStored({ generation, operation }: Issued, deps: TokenDeps): Promise<void> {
  return tell(
    {
      name: `tokens/accounting/stored/${operation}`,
      text: `over: the accounting token ${generation} was stored after all; there is nothing to do`,
    },
    deps,
  )
}

async function tell(alert: Alert, { alert: send, note }: TokenDeps): Promise<void> {
  try {
    await send(alert)
  } catch (error) {
    note('alert_failed', { name: alert.name, reason: messageOf(error) })
  }
}
