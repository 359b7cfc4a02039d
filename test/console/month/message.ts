/** A message is sent: Hana sends a text to two people, one answers, and the page shows who has not. */
import { expect } from 'vitest'
import { MESSAGES_WORDS } from '../../../lib/console/pages/chat/words.ts'
import { DELIVERY } from '../../../lib/services/chat/delivery/words.ts'
import type { Office } from './office.ts'

export async function deliverMessage({ hana, chat, guild }: Office): Promise<void> {
  const { page, say } = hana
  const { world, state } = chat.sandbox
  const yamada = world.person('yamada', { guild })
  world.person('sato', { guild })
  await hana.visit('/console/messages')
  await page.getByLabel(say(MESSAGES_WORDS.name)).fill('party')
  await page.getByLabel(say(MESSAGES_WORDS.text)).fill('金曜日に集まります')
  await page.getByLabel(say(MESSAGES_WORDS.people)).fill('yamada\nsato')
  await hana.press(say(MESSAGES_WORDS.preview))
  await page.getByRole('heading', { name: 'sato' }).waitFor()
  await hana.press(say(MESSAGES_WORDS.send, { count: 2 }))
  await page.reload()
  const direct = [...state.channels.values()].filter(({ type }) => type === 1)
  expect(direct.map(({ id }) => chat.texts(id))).toEqual([['金曜日に集まります'], ['金曜日に集まります']])
  const own = direct.find(({ recipients = [] }) => recipients.includes(yamada.id))
  world.says(yamada, own?.id ?? '', '行きます')
  await hana.visit('/console/messages?name=party')
  await page.getByText(say(DELIVERY.silent)).waitFor()
  expect(await page.getByText(/^answered /).count()).toBe(1)
}
