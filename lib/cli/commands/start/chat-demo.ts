import { type DemoCompany, fillDemo } from '../../../../sandbox/chat/demo.ts'
import { type ChatSandbox, createChatSandbox } from '../../../../sandbox/chat/sandbox.ts'
import type { ChatState } from '../../../../sandbox/chat/state.ts'
import type { Environment } from '../../../core/config/environment.ts'
import { chatContract } from '../../../services/chat/contract.ts'
import type { CliContext } from '../../context.ts'
import { operatorClient } from '../../operator/client.ts'
import { CHAT_SCOPES } from '../chat/call.ts'
import { showSummary } from '../chat/view.ts'
import { isServiceSet, type RunningSandbox, serveKept } from './sandbox.ts'

export interface RunningChat extends RunningSandbox {
  readonly sandbox: ChatSandbox
  readonly company: DemoCompany
}

/** Starts the chat sandbox unless `env` sets a bot. The file `file` keeps the state of the sandbox. */
export async function startChatSandbox(env: Environment, file?: string): Promise<RunningChat | undefined> {
  if (isServiceSet('chat', env)) return undefined
  const sandbox = createChatSandbox({ now: Date.now })
  // the company is kept with the state, because its people exist only there
  const state: ChatState & { company?: DemoCompany } = sandbox.state
  const served = await serveKept(sandbox, file)
  state.company ??= fillDemo(sandbox)
  const { company } = state
  const url = `${served.url}/api`
  return { ...served, url, settings: { ...company.settings, CHAT_BASE_URL: url }, sandbox, company }
}

/** Delivers a message to a group that no bot can join, by messages to its members. Returns a summary in one line. */
export async function demonstrateChat(chat: RunningChat | undefined, context: CliContext): Promise<string> {
  const output = context.output({})
  if (!chat) {
    output.line('chat       the bots of CHAT_BOT_TOKENS; see kura chat --help')
    return 'the platform itself'
  }
  output.line(`chat       sandbox of the chat platform at ${chat.url}`)
  const client = await operatorClient(chatContract, { scopes: CHAT_SCOPES }, context)
  const { group, people } = chat.company
  const { decision } = await client.checkChannel({ params: { channel: group } })
  if (decision.use === 'other') output.line(`group      ${group}: ${decision.why.text}`)
  // one name per server: the store may still have the delivery of an earlier server, which the sandbox no longer has
  const name = `Friday ${chat.company.settings.CHAT_GUILD_ID.slice(-4)}`
  const body = {
    name,
    text: 'Are you coming on Friday?',
    channel: group,
    people: people.map(({ username }) => username),
  }
  await client.deliver({ body, mode: 'write' })
  answerAs('ken', chat)
  showSummary(await client.summary({ params: { name } }), output)
  output.line()
  const { text } = await client.status()
  for (const line of text.split('\n')) output.line(`status     ${line}`)
  return `sandbox: delivered to each person of the group ${group}`
}

function answerAs(username: string, { sandbox, company }: RunningChat): void {
  const person = company.people.find(person => person.username === username)
  const direct = [...sandbox.state.channels.values()].find(
    ({ type, recipients }) => type === 1 && person !== undefined && recipients.includes(person.id),
  )
  const said = sandbox.state.messages.get(direct?.id ?? '') ?? []
  const hasAnswered = said.some(({ authorId }) => authorId === person?.id)
  if (person && direct && !hasAnswered) sandbox.world.says(person, direct.id, 'yes')
}
