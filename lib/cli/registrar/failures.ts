/** Purchases about which the registrar could not be asked. */
import type { RegistrarReply } from '../../services/registrar/contract.ts'
import type { Output } from '../terminal/output.ts'

/** Notes on standard error which of the shown purchases may be out of date. */
export function noteFailures(
  shown: readonly Pick<RegistrarReply<'purchase'>, 'domain' | 'failure'>[],
  output: Output,
): void {
  for (const { domain, failure } of shown)
    if (failure) output.note(`${domain} is shown as it was last known: ${failure}`)
}
