/**
 * Orphaned effects (`lib/core/claims/once.ts`) are messages and channels that may be on the platform twice. One is
 * forgotten when it is gone from the platform or turns out to be the claim's own. If its outcome is unknown, it must
 * also be too late to arrive, and the platform must have no effect but the claim's own.
 */
import { foldCaseName } from '../../../core/claims/case-name.ts'
import type { SeenClaim } from '../../../core/claims/claim.ts'
import type { Claims, NamedClaim } from '../../../core/claims/claims.ts'
import type { OrphanedEffect } from '../../../core/claims/stored-records.ts'
import type { CallSpec } from '../../../core/remote/call.ts'
import type { RequestDeps } from '../deps.ts'
import type { Bot } from '../remote/bots.ts'
import { channelCall, guildChannelsCall, messageCall } from '../remote/calls.ts'
import { CODE, refusalOf } from '../remote/errors.ts'
import { identifierAt, readAfter } from '../remote/history.ts'
import { nonceOf } from '../remote/message.ts'
import type { MadeChannel, SentMessage } from '../schema.ts'
import { postOf } from './claims.ts'
import { SETTLING } from './once.ts'
import { CLOCK_SLACK, unclaimed } from './post.ts'

interface Queries<Result> {
  readonly same: (one: Result, other: Result) => boolean
  readonly show: (result: Result) => CallSpec
  /** Every effect that the act's calls may have on the platform by `until`; undefined if kura cannot read them all. */
  readonly left: (claim: SeenClaim<Result>, until: number) => Promise<readonly Result[] | undefined>
}

export async function forgetOrphans(deps: RequestDeps): Promise<void> {
  const { messages, channels } = deps
  const [openMessages, openChannels] = await Promise.all([messages.listOpen(), channels.listOpen()])
  await forget({ claims: messages, open: openMessages, queriesOf: messageQueries }, deps)
  await forget({ claims: channels, open: openChannels, queriesOf: channelQueries }, deps)
}

interface Kind<Result> {
  readonly claims: Claims<Result>
  readonly open: readonly NamedClaim<Result>[]
  readonly queriesOf: (bots: readonly Bot[], deps: RequestDeps) => Queries<Result>
}

async function forget<Result>(
  { claims, open: listed, queriesOf }: Kind<Result>,
  deps: RequestDeps,
): Promise<void> {
  const open = listed.filter(({ claim }) => claim.strays)
  if (open.length === 0 || !deps.mayStore) return
  const { bots } = await deps.bots()
  const queries = queriesOf(bots, deps)
  for (const { name, claim } of open) {
    const over: string[] = []
    for (const orphan of claim.strays ?? [])
      if (await isOver(orphan, { claim, bots, queries })) over.push(orphan.operation)
    if (over.length > 0) await claims.dropOrphaned(name, over)
  }
}

async function isOver<Result>(
  { result, at }: OrphanedEffect<Result>,
  { claim, bots, queries }: { claim: SeenClaim<Result>; bots: readonly Bot[]; queries: Queries<Result> },
): Promise<boolean> {
  const own = claim.result
  const isOwn = (found: Result) => own !== undefined && queries.same(found, own)
  if (result !== undefined) return isOwn(result) || isGone(queries.show(result), bots)
  if (claim.seenAt < at + SETTLING) return false
  return (await queries.left(claim, at + SETTLING))?.every(isOwn) ?? false
}

/** The codes of what is gone. Missing access is not among them, because the channel may still exist. */
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

function messageQueries(bots: readonly Bot[], deps: RequestDeps): Queries<SentMessage> {
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
        // the platform may have changed the text of a message, so messages with another text count too
        const perhaps = await unclaimed(own, claim.name, { claims: deps.messages })
        const named = own.filter(message => String(message.nonce) === nonce)
        found.push(...[...named, ...perhaps].map(({ id }) => ({ channel, message: id })))
      }
      return found
    },
  }
}

function channelQueries(bots: readonly Bot[], { settings: { guildId } }: RequestDeps): Queries<MadeChannel> {
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
