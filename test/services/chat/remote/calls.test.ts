import { expect, test } from 'vitest'
import { openBots } from '../../../../lib/services/chat/remote/bots.ts'
import { postMessageCall } from '../../../../lib/services/chat/remote/calls.ts'
import { createChatWorld, MINUTE } from '../../../helpers/remotes/chat.ts'

test('a message that is sent again with its nonce is posted once', async () => {
  const { world, remote, guild, deps } = await createChatWorld()
  const channel = world.channel(guild).id
  const { bots } = await openBots(deps.clock() + MINUTE, deps)
  const send = (nonce: string) => bots[0]?.wire(postMessageCall(channel, { content: 'hello', nonce }))
  const sent = await send('1')
  expect(await send('1')).toEqual(sent)
  expect(remote.texts(channel)).toEqual(['hello'])
  await send('2')
  expect(remote.texts(channel)).toEqual(['hello', 'hello'])
})
