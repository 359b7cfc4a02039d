/** Every reply of `/api/chat/…` has exactly the members that the contract describes. */
import { describe, expect, test } from 'vitest'
import { routesOfChat } from '../../../lib/app/functions/chat.ts'
import { chatContract } from '../../../lib/services/chat/contract.ts'
import { REFUSALS, refusalAnswer } from '../../../sandbox/chat/errors.ts'
import { POST_MESSAGE } from '../../../sandbox/chat/sandbox.ts'
import { answered } from '../../../sandbox/faults.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { startChatSandbox } from '../../helpers/remotes/chat-sandbox.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

type Name = keyof typeof chatContract.endpoints

/** A server with a channel, a group, hana, and ken, who accepts no direct messages. */
async function company(env: Record<string, string> = {}) {
  const remote = await startChatSandbox()
  const { world, state, faults } = remote.sandbox
  const guild = world.guild('company')
  const { token } = world.bot('kura', { guild })
  const channel = world.channel(guild).id
  const hana = world.person('hana', { guild })
  world.person('ken', { guild, acceptsMessages: false })
  const group = world.group([hana]).id
  const settings = {
    KURA_RELEASE_DIR: await temporaryDirectory(),
    CHAT_BOT_TOKENS: token,
    CHAT_BASE_URL: remote.url,
    CHAT_GUILD_ID: guild.id,
    CHAT_NOTICES_CHANNEL_ID: channel,
    ...env,
  }
  const { call } = await serveFunction(routesOfChat, { env: settings })
  /** Calls an endpoint and compares its reply with the schema. */
  const reply = async (name: Name, path: string, json?: object) => {
    const { method } = chatContract.endpoints[name]
    const body = json && { body: JSON.stringify(json) }
    const response = await call(`/api/chat/${path}`, { method, scopes: ['chat.send', 'approve'], ...body })
    const answer: unknown = await response.json()
    expect(response.status, JSON.stringify(answer)).toBe(200)
    expect((await chatContract.schemas())[name].reply.parse(answer)).toEqual(answer)
    return answer
  }
  return { reply, channel, group, guild, hana, world, state, faults }
}

test.each(['\ud800', 'two\nlines', '..', 'a/b', '\u200b'])('a delivery is not named %j', async name => {
  const { deliver } = await chatContract.schemas()
  expect(deliver.body.safeParse({ name: 'friday', text: 'Coming?', channel: '1' }).success).toBe(true)
  expect(deliver.body.safeParse({ name, text: 'Coming?', channel: '1' }).success).toBe(false)
})

test.each([
  { more: {}, valid: true },
  { more: { channel: '1' }, valid: false },
  { more: { people: ['hana'] }, valid: false },
  { more: { way: 'direct_messages' }, valid: false },
])('a delivery without a text has its name only: $more', async ({ more, valid }) => {
  const { deliver } = await chatContract.schemas()
  expect(deliver.body.safeParse({ name: 'friday', ...more }).success).toBe(valid)
})

test('a case of a message is text', async () => {
  const { resolve } = await chatContract.schemas()
  const seen = { operation: 'o', person: 'Mei', message: '1' }
  expect(resolve.body.safeParse({ ...seen, case: 'friday/1' }).success).toBe(true)
  expect(resolve.body.safeParse({ ...seen, case: '\ud800' }).success).toBe(false)
})

describe('the contract describes', () => {
  test('a delivery: dry run, begun, sent, and who has answered', async () => {
    const { reply, group, hana, world, state } = await company()
    const order = { name: 'friday', text: 'Coming?', channel: group, people: ['hana', 'ken'] }
    expect(await reply('deliver', 'deliveries', order)).toMatchObject({
      mode: 'dry-run',
      way: 'direct_messages',
    })
    await reply('deliver', 'deliveries?mode=write', order)
    expect(await reply('deliver', 'deliveries', order)).toMatchObject({ begun: expect.any(String) })
    expect(await reply('deliveries', 'deliveries')).toMatchObject({
      deliveries: [{ name: 'friday', way: 'direct_messages', messages: 2, sent: 1 }],
    })
    expect(await reply('summary', 'deliveries/friday')).toMatchObject({
      reached: [{ label: 'hana' }],
      unreached: [{ label: 'ken', state: 'refused' }],
      silent: [{ label: 'hana' }],
    })
    const direct = [...state.channels.values()].find(({ type }) => type === 1)
    world.says(hana, direct?.id ?? '', 'yes')
    expect(await reply('summary', 'deliveries/friday')).toMatchObject({ answered: [{ label: 'hana' }] })
  })

  test('the status message: shown, as a dry run, posted, and not posted', async () => {
    const { reply } = await company()
    await reply('status', 'status')
    expect(await reply('standing', 'status/standing')).toEqual({})
    expect(await reply('postStatus', 'status')).toMatchObject({ mode: 'dry-run' })
    expect(await reply('postStatus', 'status?mode=write')).toMatchObject({ state: 'done' })
    const other = await company()
    other.faults.arm(
      POST_MESSAGE,
      answered(() => refusalAnswer(REFUSALS.missingPermissions)),
    )
    expect(await other.reply('postStatus', 'status?mode=write')).toMatchObject({ state: 'refused' })
  })
})
