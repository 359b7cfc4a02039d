/** The message of a claim, as it is sent. */
import type { Claim } from '../../../core/claims/claim.ts'
import type { SentMessage } from '../schema.ts'

interface ClaimedPost {
  readonly channel: string
  readonly text: string
}

/** The body that is stored with the claim; kura wrote it and checked it before. */
export function postOf({ body }: Claim<SentMessage>): ClaimedPost {
  return JSON.parse(body ?? '') as ClaimedPost
}

export function channelOf(claim: Claim<SentMessage>): string {
  return postOf(claim).channel
}
