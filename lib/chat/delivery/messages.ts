/**
 * Messages of unknown outcome, and what a person who has looked says of them. kura settles most by itself (`settle.ts`);
 * what it may not read at the platform stays unknown until somebody says what stands there.
 */
import type { Claim, ClaimState } from '../../claims/claim.ts'
import type { Claims } from '../../claims/claims.ts'
import { AppError } from '../../errors.ts'
import type { SentMessage } from '../schema.ts'
import { channelOf } from './post.ts'
import { NOT_YET, SETTLING } from './settle.ts'

/** A message as people and programs see it; its text is nobody else's matter. */
export interface MessageReport {
  readonly case: string
  readonly state: ClaimState
  /** ISO 8601. */
  readonly since: string
  readonly channel: string
  readonly message?: string
  readonly reason?: string
}

/** What a person saw: the message that stands there, or none. */
export interface MessageDecision {
  readonly caseName: string
  /** The identifier of the message; undefined where it was not sent. */
  readonly message?: string | undefined
  /** Who says so. */
  readonly by: string
}

/** The messages in `states`, the newest first. */
export async function listMessages(
  claims: Claims<SentMessage>,
  states: readonly ClaimState[],
): Promise<MessageReport[]> {
  return (await claims.list())
    .filter(({ claim }) => states.includes(claim.state))
    .map(({ name, claim }) => reportMessage(name, claim))
    .sort((one, other) => other.since.localeCompare(one.since))
}

/**
 * Settles a message of unknown outcome by what a person saw. One that was not sent goes out when its owner runs again.
 * @throws AppError `not_found`; `conflict` where it is not unknown, or was sent so lately that it may still arrive
 */
export async function decideMessage(
  { caseName, message, by }: MessageDecision,
  claims: Claims<SentMessage>,
): Promise<MessageReport> {
  const claim = await claims.read(caseName)
  if (!claim)
    throw new AppError('not_found', `Cannot find the message "${caseName}"`, {
      hint: 'kura chat messages lists those of unknown outcome',
    })
  const looked = { name: caseName, claim }
  const decided =
    message === undefined
      ? await claims.free(looked, { ...FREED, person: by })
      : await claims.resolve(looked, { result: { channel: channelOf(claim), message }, by })
  return reportMessage(caseName, decided)
}

const FREED = {
  reason: `${NOT_YET}a person saw that it is not there`,
  settling: SETTLING,
  from: ['unknown'],
} as const

function reportMessage(name: string, claim: Claim<SentMessage>): MessageReport {
  const { state, reason, result, steps } = claim
  return {
    case: name,
    state,
    since: new Date(steps.at(-1)?.at ?? 0).toISOString(),
    channel: channelOf(claim),
    ...(result && { message: result.message }),
    ...(reason !== undefined && { reason }),
  }
}
