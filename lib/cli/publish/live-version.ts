/** Which release the host serves now, for a publisher who also holds an operator key. */
import { z } from 'zod'
import { hasCode } from '../../errors.ts'
import type { CliContext } from '../context.ts'
import { operatorCall, readReply } from '../operator/client.ts'

const releaseSchema = z.looseObject({ version: z.int().min(1) })

/** The live version; undefined where the host has no release. @throws AppError as the call fails, `usage` without a key */
export async function askLiveVersion(context: CliContext): Promise<number | undefined> {
  const call = await operatorCall(context, { scopes: ['admin'] })
  try {
    return readReply(releaseSchema, await call({ method: 'GET', path: '/api/admin/release' })).version
  } catch (error) {
    if (hasCode(error, 'release_missing')) return undefined
    throw error
  }
}
