/**
 * The chat platform at `npm start`: where no bot is set, its stand-in runs on this machine with a small company in it. The
 * stand-in forgets all when it ends; the store does not, so each start tells of a delivery of its own.
 */
import type { Environment } from '../../config/environment.ts'
import { listen } from '../../http/listen.ts'
import { type DemoCompany, fillDemo } from '../../sandbox/chat/demo.ts'
import { type ChatSandbox, createChatSandbox } from '../../sandbox/chat/sandbox.ts'
import { CHAT_SCOPES } from '../chat/call.ts'
import { BASE, checkSchema, showSummary, statusSchema, summarySchema } from '../chat/view.ts'
import type { CliContext } from '../context.ts'
import { operatorCall } from '../operator/client.ts'

/** The stand-in while it runs. */
export interface LocalChat {
  readonly url: string
  /** What the functions and the other commands are told of it. */
  readonly settings: Environment
  readonly sandbox: ChatSandbox
  readonly company: DemoCompany
  close(): Promise<void>
}

/** Starts the stand-in unless `env` has a bot of its own; `remembered` is what an earlier start has written. */
export async function startLocalChat(
  env: Environment,
  remembered: Environment,
): Promise<LocalChat | undefined> {
  const tokens = env['CHAT_BOT_TOKENS']
  if (tokens && tokens !== remembered['CHAT_BOT_TOKENS']) return undefined
  const sandbox = createChatSandbox({ now: Date.now })
  const company = fillDemo(sandbox)
  const served = await listen(sandbox.fetch)
  const url = `${served.url}/api`
  const settings = { ...company.settings, CHAT_BASE_URL: url }
  return { url, settings, sandbox, company, close: () => served.close() }
}

/** A group that no bot can join, a delivery that goes another way, an answer, and the status message. */
export async function demonstrateChat(context: CliContext, chat: LocalChat | undefined): Promise<void> {
  const output = context.output({})
  if (!chat) return output.line('chat       the bots of CHAT_BOT_TOKENS; kura chat --help')
  output.line(`chat       the chat platform's stand-in at ${chat.url}, for CHAT_BOT_TOKENS is not set`)
  const call = await operatorCall(context, { scopes: CHAT_SCOPES })
  const { group, people } = chat.company
  const check = checkSchema.parse(await call({ method: 'GET', path: `${BASE}/channels/${group}` }))
  if (check.decision.use === 'other') output.line(`group      ${group}: ${check.decision.why}`)
  const name = `demo ${new Date(context.now()).toISOString()}`
  const json = {
    name,
    text: 'Are you coming on Friday?',
    channel: group,
    people: people.map(({ username }) => username),
  }
  const path = `${BASE}/deliveries`
  await call({ method: 'POST', path, query: { mode: 'write' }, json })
  answerOf(chat, 'ken')
  const summary = await call({ method: 'GET', path: `${path}/${encodeURIComponent(name)}` })
  showSummary(output, summarySchema.parse(summary), { brief: true })
  output.line()
  const { text } = statusSchema.parse(await call({ method: 'GET', path: `${BASE}/status` }))
  for (const line of text.split('\n')) output.line(`status     ${line}`)
}

/** A person of the stand-in answers the bot. */
function answerOf({ sandbox, company }: LocalChat, username: string): void {
  const person = company.people.find(person => person.username === username)
  const direct = [...sandbox.state.channels.values()].find(
    ({ type, recipients }) => type === 1 && person !== undefined && recipients.includes(person.id),
  )
  if (person && direct) sandbox.world.says(person, direct.id, 'yes')
}
