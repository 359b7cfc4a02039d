/**
 * The end of what may be on the platform twice (`lib/core/claims/once.ts`): a stray is forgotten once somebody has deleted it
 * there. One of unknown outcome is, once it cannot arrive any more and nothing but the claim's own is there.
 */
import { foldCaseName } from '../../core/claims/case-name.ts'
import type { OrphanedEffect, SeenClaim } from '../../core/claims/claim.ts'
import type { Claims } from '../../core/claims/claims.ts'
import type { CallSpec } from '../../core/remote/call.ts'
import { postOf } from './delivery/claimed-post.ts'
import { CLOCK_SLACK, unclaimed } from './delivery/post.ts'
import { SETTLING } from './delivery/settle.ts'
import type { Bot } from './remote/bots.ts'
import { channelCall, guildChannelsCall, messageCall } from './remote/calls.ts'
import { CODE, refusalOf } from './remote/errors.ts'
import { identifierAt, readAfter } from './remote/history.ts'
import { nonceOf } from './remote/message.ts'
import type { RequestDeps } from './request-deps.ts'
import type { MadeChannel, SentMessage } from './schema.ts'

/** How one kind of act is looked for. */
interface Looks<Result> {
  readonly same: (one: Result, other: Result) => boolean
  /** The call that shows a result. */
  readonly show: (result: Result) => CallSpec
  /** All that the act can have left until its call cannot arrive any more; undefined if not all of it can be read. */
  readonly left: (claim: SeenClaim<Result>, until: number) => Promise<readonly Result[] | undefined>
}

/** Looks for every stray at the platform, and forgets those that are over. @throws AppError as the platform's calls do */
export async function forgetStrays(deps: RequestDeps): Promise<void> {
  await forget(deps.messages, messageLooks, deps)
  await forget(deps.channels, channelLooks, deps)
}

async function forget<Result>(
  claims: Claims<Result>,
  looksOf: (bots: readonly Bot[], deps: RequestDeps) => Looks<Result>,
  deps: RequestDeps,
): Promise<void> {
  const open = (await claims.listOpen()).filter(({ claim }) => claim.strays)
  if (open.length === 0 || !deps.mayStore) return
  const { bots } = await deps.bots()
  const looks = looksOf(bots, deps)
  for (const { name, claim } of open) {
    const over: string[] = []
    for (const stray of claim.strays ?? [])
      if (await isOver(stray, { claim, bots, looks })) over.push(stray.operation)
    if (over.length > 0) await claims.dropOrphaned(name, over)
  }
}

async function isOver<Result>(
  { result, at }: OrphanedEffect<Result>,
  { claim, bots, looks }: { claim: SeenClaim<Result>; bots: readonly Bot[]; looks: Looks<Result> },
): Promise<boolean> {
  const own = claim.result
  const isOwn = (found: Result) => own !== undefined && looks.same(found, own)
  if (result !== undefined) return isOwn(result) || isGone(looks.show(result), bots)
  if (claim.seenAt < at + SETTLING) return false
  return (await looks.left(claim, at + SETTLING))?.every(isOwn) ?? false
}

/** What is no longer there; a bot that may not see it knows nothing. */
const GONE: readonly number[] = [CODE.unknownMessage, CODE.unknownChannel]

async function isGone(call: CallSpec, bots: readonly Bot[]): Promise<boolean> {
  for (const bot of bots) {
    try {
      await bot.wire(call)
      return false
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      if (GONE.includes(refusal.code)) return true
    }
  }
  return false
}

function messageLooks(bots: readonly Bot[], deps: RequestDeps): Looks<SentMessage> {
  return {
    same: (one, other) => one.message === other.message,
    show: ({ channel, message }) => messageCall(channel, message),
    async left(claim, until) {
      const { channel } = postOf(claim)
      const nonce = nonceOf(foldCaseName(claim.name))
      const latest = BigInt(identifierAt(until + CLOCK_SLACK))
      const since = identifierAt((claim.steps[0]?.at ?? 0) - CLOCK_SLACK)
      const found: SentMessage[] = []
      for (const bot of bots) {
        const { messages, complete } = await readAfter(channel, since, bot)
        if (!complete) return undefined
        const own = messages.filter(({ id, author }) => author.id === bot.id && BigInt(id) < latest)
        // the platform may have changed the text, so it proves nothing
        const perhaps = await unclaimed(own, claim.name, { claims: deps.messages })
        const named = own.filter(message => String(message.nonce) === nonce)
        found.push(...[...named, ...perhaps].map(({ id }) => ({ channel, message: id })))
      }
      return found
    },
  }
}

function channelLooks(bots: readonly Bot[], { settings: { guildId } }: RequestDeps): Looks<MadeChannel> {
  return {
    same: (one, other) => one.channel === other.channel,
    show: ({ channel }) => channelCall(channel),
    async left({ body = '{}' }) {
      const { topic } = JSON.parse(body) as { topic?: string }
      const channels = await bots[0]?.wire(guildChannelsCall(guildId))
      return channels?.filter(channel => channel.topic === topic).map(({ id }) => ({ channel: id }))
    },
  }
}
