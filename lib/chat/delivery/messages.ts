/**
 * Messages of unknown outcome, and what a person who has looked says about them. kura settles most by itself
 * (`settle.ts`); one whose channel it may not read stays unknown until a person says whether it is there.
 */
import { asShown, type ClaimState, type SeenClaim } from '../../claims/claim.ts'
import type { Claims, NamedClaim } from '../../claims/claims.ts'
import { AppError } from '../../errors.ts'
import { cutPage, type ListOrder, type PageRequest } from '../../http/pages.ts'
import { DELIVERY_REASONS } from '../../language/catalogue/reasons/chat.ts'
import { english } from '../../language/sentence.ts'
import type { MessageReport } from '../contract.ts'
import type { SentMessage } from '../schema.ts'
import { channelOf } from './post.ts'
import { NOT_YET, SETTLING } from './settle.ts'

/** What a person saw on the platform. */
export interface MessageDecision {
  readonly caseName: string
  /** The attempt that was shown to the person. */
  readonly operation: string
  /** The identifier of the message; or no message, after the case was shown at `seenAt`, milliseconds since the epoch. */
  readonly saw: { readonly message: string } | { readonly seenAt: number }
  /** The person and the key. */
  readonly by: string
}

export interface MessagesPage {
  readonly messages: readonly MessageReport[]
  /** The `after` of the next page; undefined on the last one. */
  readonly next: string | undefined
}

/**
 * One page of the messages in a state: open ones the newest first, without reading closed ones; closed ones by name, those
 * in the state of `limit` that are read.
 */
export async function messagesPage(
  state: ClaimState,
  page: PageRequest,
  claims: Claims<SentMessage>,
): Promise<MessagesPage> {
  const reportsOf = (listed: readonly NamedClaim<SentMessage>[]) =>
    listed.filter(({ claim }) => claim.state === state).map(({ name, claim }) => reportMessage(name, claim))
  if (state === 'done' || state === 'refused') {
    const { claims: listed, next } = await claims.list(page)
    return { messages: reportsOf(listed), next }
  }
  const { entries, next } = cutPage(reportsOf(await claims.listOpen()), NEWEST_FIRST, page)
  return { messages: entries, next }
}

const NEWEST_FIRST: ListOrder<MessageReport> = {
  placeOf: ({ since, case: name }) => `${since} ${name}`,
  descending: true,
}

/**
 * Settles a message of unknown outcome by what a person saw. One that was not sent is sent when its owner runs again.
 * @throws AppError `not_found`; `conflict` if its outcome is known, if another attempt than the one that was shown has the case,
 * or if the person saw none although it could still arrive after that
 */
export async function decideMessage(
  { caseName, operation, saw, by }: MessageDecision,
  claims: Claims<SentMessage>,
): Promise<MessageReport> {
  const claim = await claims.read(caseName)
  if (!claim)
    throw new AppError('not_found', `Cannot find the message "${caseName}"`, {
      hint: 'kura chat messages lists the messages of unknown outcome',
    })
  const { seenAt } = 'seenAt' in saw ? saw : claim
  const looked = { name: caseName, claim: asShown(claim, { operation, seenAt }) }
  const decided =
    'message' in saw
      ? await claims.resolve(looked, { result: { channel: channelOf(claim), message: saw.message }, by })
      : await claims.free(looked, { ...FREED, person: by })
  return reportMessage(caseName, { ...decided, seenAt: claim.seenAt })
}

const FREED = {
  reason: NOT_YET + english(DELIVERY_REASONS.seenAbsent),
  settling: SETTLING,
  from: ['unknown'],
} as const

function reportMessage(name: string, claim: SeenClaim<SentMessage>): MessageReport {
  const { state, operation, seenAt, reason, result, steps } = claim
  return {
    case: name,
    state,
    operation,
    seenAt: new Date(seenAt).toISOString(),
    since: new Date(steps.at(-1)?.at ?? 0).toISOString(),
    channel: channelOf(claim),
    ...(result && { message: result.message }),
    ...(reason !== undefined && { reason }),
  }
}
