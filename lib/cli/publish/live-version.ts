/** Asks the host which release it serves, for a publisher who also has an operator key. */
import { adminContract } from '../../admin/contract.ts'
import { hasCode } from '../../errors.ts'
import type { CliContext } from '../context.ts'
import { operatorClient } from '../operator/client.ts'

/** The live version; undefined if the host has no release. @throws AppError if the call fails; `usage` without a key */
export async function askLiveVersion(context: CliContext): Promise<number | undefined> {
  const admin = await operatorClient(adminContract, { scopes: ['admin'] }, context)
  try {
    return (await admin.release()).version
  } catch (error) {
    if (hasCode(error, 'release_missing')) return undefined
    throw error
  }
}
