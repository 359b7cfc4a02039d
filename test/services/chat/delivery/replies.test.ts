/** Which messages count as answers. */
import { describe, expect, test } from 'vitest'
import { ACTING, createChatWorld } from '../../../helpers/remotes/chat.ts'

/** A delivery to hana's private channel; `answered` lists who has answered. */
async function asked() {
  const { world, guild, bot, chat } = await createChatWorld()
  guild.roles.set(guild.id, (1n << 4n) | (1n << 10n) | (1n << 11n) | (1n << 16n))
  const hana = world.person('hana', { guild })
  const order = { name: 'friday', text: 'Coming?', people: ['hana'], way: 'private_channel' as const }
  const { reached } = await chat().deliver(order, ACTING)
  const [{ id: channel = '', message = '' } = {}] = reached
  const answered = async () => (await chat().summary('friday')).answered.map(({ label }) => label)
  return { world, hana, bot, channel, message, answered }
}

describe('an answer is', () => {
  test.each([
    ['a message', {}, ['hana']],
    ['a reply to the message', { type: 19, replyTo: 'own' as const }, ['hana']],
    ['no reply to another message', { type: 19, replyTo: 'other' as const }, []],
    ['no pin', { type: 6 }, []],
    ['no call', { type: 3 }, []],
  ])('%s', async (_name, { type, replyTo }: { type?: number; replyTo?: 'own' | 'other' }, expected) => {
    const { world, hana, channel, message, answered } = await asked()
    const target = { own: message, other: '1' }
    world.says(hana, channel, 'Yes', {
      ...(type !== undefined && { type }),
      ...(replyTo && { replyTo: target[replyTo] }),
    })
    expect(await answered()).toEqual(expected)
  })
})
