/** The parcel service as a remote, and its error words. */
import * as z from 'zod'
import type { ErrorBody, ErrorWords, Refusal, RemoteProfile } from '../../../../lib/core/remote/profile.ts'

const problemReply = z.looseObject({
  problem: z.string().optional(),
  explanation: z.string().optional(),
  seconds: z.number().optional(),
})

function readErrorBody(body: unknown): ErrorBody {
  const { problem, explanation, seconds } = problemReply.safeParse(body).data ?? {}
  return {
    codes: problem ? [problem] : [],
    messages: explanation ? [explanation] : [],
    ...(seconds !== undefined && { retryAfter: String(seconds) }),
  }
}

function wordsFor({ status, codes }: Refusal): ErrorWords {
  if (codes.includes('address_unknown')) return { reason: 'nobody lives there', hint: 'check the address' }
  return status === 403 ? { code: 'permission_missing', hint: 'ask the parcel service for access' } : {}
}

export const PROFILE: RemoteProfile = {
  name: 'parcels',
  title: 'the parcel service',
  requestIdHeader: 'x-parcel-request',
  limit: 1000,
  passesStatus: true,
  retryAfterHeaders: ['retry-after'],
  readErrorBody,
  wordsFor,
}
