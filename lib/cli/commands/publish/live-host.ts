import { hasCode, messageOf } from '../../../core/errors.ts'
import type { PublishOutcome } from '../../../publishing/publish.ts'
import { activityContract } from '../../../services/activity/contract.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import type { CliContext } from '../../context.ts'
import { operatorClient } from '../../operator/client.ts'
import { shortKeyid } from './release-keys.ts'

const SCOPES = { scopes: ['admin'] } as const

export interface LiveHost {
  /**
   * The version that the host serves; undefined if the host has no release.
   * @throws AppError if the call fails; `usage` without a key
   */
  askVersion(context: CliContext): Promise<number | undefined>
  /** Records a release in the activity log; returns the reason if the recording failed. */
  tellOfRelease(outcome: PublishOutcome, context: CliContext): Promise<string | undefined>
}

export const liveHost: LiveHost = {
  async askVersion(context) {
    try {
      const admin = await operatorClient(adminContract, SCOPES, context)
      return (await admin.release()).version
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
      const activity = await operatorClient(activityContract, SCOPES, context)
      await activity.recordRelease({ body })
      return undefined
    } catch (error) {
      return messageOf(error)
    }
  },
}
