import { hasCode, messageOf } from '../../core/errors.ts'
import type { Trace } from '../../core/http/trace.ts'
import { sayIn } from '../../core/language/text.ts'
import { readStopped } from '../../core/store/stopped.ts'
import { checkWitness, newestWitness, readWitnesses, witnessText } from '../../services/activity/witness.ts'
import type { Posts } from '../../services/chat/posts.ts'
import { escapeMarkup } from '../../services/chat/remote/markup.ts'
import { MESSAGE_CAP } from '../../services/chat/remote/message.ts'
import { statusText } from '../../services/chat/status/facts.ts'
import { STATUS } from '../../services/chat/status/words.ts'
import type { Core } from '../core.ts'
import { statusFacts } from '../open-items/status.ts'
import { postsOf } from './chat-service.ts'
import { webhookOutlet } from './webhook.ts'

/** The number of characters of the status message that are reserved for the end of the activity log. */
const RESERVED = 300

/** The status message and the webhook keep a copy of the activity log's end outside the store. */
export interface DailyWitness {
  /** Stops all acts if the store lacks the end in the status message, because a backup was restored. Never rejects. */
  bringBack(): Promise<void>
  /** Sends the present end, unless acts are stopped. Never rejects. */
  leave(): Promise<void>
}

export function dailyWitness(trace: Trace, core: Core): DailyWitness {
  const { config, store, log } = core
  const attempt = async (outlet: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (!hasCode(error, 'settings_missing'))
        log(JSON.stringify({ event: 'witness', outlet, failed: messageOf(error) }))
    }
  }
  const throughChat = (work: (posts: Posts, channel: string) => Promise<unknown>) =>
    attempt('chat', async () => {
      const channel = config.chat().noticesChannelId
      if (channel !== undefined) await work(postsOf(core, trace), channel)
    })
  return {
    bringBack: () =>
      throughChat(async (posts, channel) => {
        for (const text of await posts.readStatus(channel))
          for (const witness of readWitnesses(text, config.secrets()))
            await checkWitness(witness, { store: store(), by: 'status', mayStore: true })
      }),
    leave: () =>
      attempt('store', async () => {
        if (await readStopped(store())) return
        await throughChat(async (posts, channel) =>
          posts.keepStatus({ channel, ...(await statusPost(trace, core)) }),
        )
        await attempt('webhook', () => sendWebhook(core))
      }),
  }
}

async function statusPost(trace: Trace, core: Core) {
  const locale = { ...core.config.locale(), foreign: escapeMarkup }
  const facts = await statusFacts({ trace, locale }, core)
  const newest = await newestWitness(core.store())
  const end = newest && witnessText(newest, core.config.secrets())
  const lines = end === undefined ? [] : [sayIn(locale)(STATUS.logEnd), `\`${end}\``]
  const text = [statusText(facts, { locale, now: core.now() }, MESSAGE_CAP - RESERVED), ...lines].join('\n')
  return { text, quotes: true, by: 'notices' }
}

async function sendWebhook(core: Core): Promise<void> {
  const webhook = webhookOutlet(core)
  const newest = webhook && (await newestWitness(core.store()))
  if (!newest) return
  const { seq, digest } = newest
  await webhook.send({
    name: `log-end/${seq}`,
    outlet: 'webhook',
    about: 'open',
    kind: 'log_end',
    again: false,
    steps: {},
    text: `${seq}:${digest}`,
    at: core.now(),
  })
}
