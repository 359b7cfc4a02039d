import { AppError } from '../../core/errors.ts'
import { english } from '../../core/language/text.ts'
import type { SendReport } from './acts/once.ts'
import { forgetOrphans } from './acts/orphans.ts'
import { type Post, post, withSentText } from './acts/post.ts'
import { checkChannel, type DecidedChannel } from './channel/check-channel.ts'
import type { RequestDeps } from './deps.ts'
import { type Bot, botOf, usableBots } from './remote/bots.ts'
import type { SentMessage } from './schema.ts'
import { currentStanding, keepStanding, readStanding } from './status/standing.ts'

export type Posts = ReturnType<typeof createPosts>

export function createPosts(deps: RequestDeps) {
  const checked = { ...deps, checked: checkOnce(deps) }
  const withBotFor = async (channel: string) => ({ ...deps, bot: await botFor(channel, checked) })
  const post = (request: Post) => postChecked(request, checked)
  return {
    forgetOrphans: () => forgetOrphans(deps),
    /** @throws AppError `bad_request` if the text is empty or too long; `conflict` if no bot may post to the channel */
    post,
    /** Reads the status message, and the bot's own messages after it. */
    readStatus: async (channel: string) => readStanding(channel, await withBotFor(channel)),
    /** Returns the status message; undefined if there is none. */
    standing: async (channel: string) => currentStanding(channel, await withBotFor(channel)),
    /** Edits the existing status message, or posts one. @throws AppError as `post` does */
    async keepStatus(request: Omit<Post, 'caseName'>): Promise<void> {
      await keepStanding(withSentText(request), { ...(await withBotFor(request.channel)), post })
    },
  }
}

/** Checks a channel once in a request, however many messages are sent to it. */
type CheckedChannel = (channel: string) => Promise<DecidedChannel>

function checkOnce(deps: RequestDeps): CheckedChannel {
  const known = new Map<string, DecidedChannel>()
  return async channel => {
    const check = known.get(channel) ?? (await checkChannel(channel, usableBots(await deps.bots())))
    known.set(channel, check)
    return check
  }
}

async function postChecked(given: Post, deps: CheckedDeps): Promise<SendReport<SentMessage>> {
  const request = withSentText(given)
  return post(request, await botFor(request.channel, deps), deps)
}

type CheckedDeps = RequestDeps & { readonly checked: CheckedChannel }

async function botFor(channel: string, deps: CheckedDeps): Promise<Bot> {
  const { decision } = await deps.checked(channel)
  if (decision.use === 'channel') return botOf(await deps.bots(), decision.bot)
  throw new AppError('conflict', `Cannot post to the channel "${channel}": ${english(decision.why)}`, {
    hint: `see what each bot may do there: kura chat check ${channel}`,
  })
}
