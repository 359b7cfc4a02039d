/** Posts single messages to a channel: notices, and the status message. */
import { AppError } from '../../core/errors.ts'
import { english } from '../../core/language/text.ts'
import type { SendReport } from './acts/once.ts'
import { forgetOrphans } from './acts/orphans.ts'
import { type Post, post, withSentText } from './acts/post.ts'
import { checkChannel, type DecidedChannel } from './channel/check-channel.ts'
import type { RequestDeps } from './deps.ts'
import { type Bot, botOf, usableBots } from './remote/bots.ts'
import type { SentMessage } from './schema.ts'
import { currentStanding, keepStanding, readStanding, type Standing } from './status/standing.ts'

export interface Posts {
  /**
   * Forgets the orphaned effects that no longer need a person.
   * @throws AppError as the platform's calls do
   */
  forgetOrphans(): Promise<void>
  /**
   * Posts one message, once for its case.
   * @throws AppError `bad_request` if the text is empty or too long; `conflict` if no bot may post to the channel
   */
  post(request: Post): Promise<SendReport<SentMessage>>
  /** The text of the status message in a channel, and the texts of the bot's own messages after it. */
  readStatus(channel: string): Promise<readonly string[]>
  /** The status message as the channel has it; undefined if there is none. */
  standing(channel: string): Promise<Standing | undefined>
  /** Edits the existing status message, or posts one. @throws AppError as `post` does */
  keepStatus(request: Omit<Post, 'caseName'>): Promise<void>
}

export function createPosts(deps: RequestDeps): Posts {
  const checked = checkOnce(deps)
  return {
    forgetOrphans: () => forgetOrphans(deps),
    post: request => postChecked(request, { ...deps, checked }),
    readStatus: async channel =>
      readStanding(channel, { ...deps, bot: await botFor(channel, { ...deps, checked }) }),
    standing: async channel =>
      currentStanding(channel, { ...deps, bot: await botFor(channel, { ...deps, checked }) }),
    async keepStatus(request) {
      const bot = await botFor(request.channel, { ...deps, checked })
      const post = (next: Post) => postChecked(next, { ...deps, checked })
      await keepStanding(withSentText(request), { ...deps, bot, post })
    },
  }
}

/** Checks a channel, once in a request, however many messages are sent to it. */
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

/** @throws AppError `conflict` if no bot may post to the channel */
async function botFor(channel: string, deps: CheckedDeps): Promise<Bot> {
  const { decision } = await deps.checked(channel)
  if (decision.use === 'channel') return botOf(await deps.bots(), decision.bot)
  throw new AppError('conflict', `Cannot post to the channel "${channel}": ${english(decision.why)}`, {
    hint: `see what each bot may do there: kura chat check ${channel}`,
  })
}
