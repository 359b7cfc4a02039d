/** What a publisher who also has an operator key asks and tells the host. */
import { adminContract } from '../../admin/contract.ts'
import { hasCode, messageOf } from '../../errors.ts'
import type { PublishOutcome } from '../../publishing/publish.ts'
import type { CliContext } from '../context.ts'
import { operatorClient } from '../operator/client.ts'
import { shortKeyid } from './release-keys.ts'

export interface LiveHost {
  /** The version that the host serves, undefined if it has none. @throws AppError if the call fails; `usage` without a key */
  askVersion(context: CliContext): Promise<number | undefined>
  /** Records a release in the activity log; the reason if that failed. */
  tellOfRelease(outcome: PublishOutcome, context: CliContext): Promise<string | undefined>
}

export const liveHost: LiveHost = {
  async askVersion(context) {
    try {
      return (await (await adminOf(context)).release()).version
    } catch (error) {
      if (hasCode(error, 'release_missing')) return undefined
      throw error
    }
  },
  async tellOfRelease({ release, manifest, root, signers = [] }, context) {
    const body = {
      release,
      version: manifest.version,
      root: root.version,
      signers: signers.map(shortKeyid).join(', '),
    }
    try {
      await (await adminOf(context)).recordRelease({ body })
      return undefined
    } catch (error) {
      return messageOf(error)
    }
  },
}

function adminOf(context: CliContext) {
  return operatorClient(adminContract, { scopes: ['admin'] }, context)
}
