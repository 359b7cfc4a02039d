/** The pages of Messages: a preview, a delivery with a passkey, who was reached, and who has answered. */
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { frame } from '../../../../lib/console/frame/respond.ts'
import { previewPage } from '../../../../lib/console/pages/chat/deliver.ts'
import { summaryPage } from '../../../../lib/console/pages/chat/delivery.ts'
import { listPage } from '../../../../lib/console/pages/chat/list.ts'
import { listAll } from '../../../../lib/core/store/list.ts'
import { answered } from '../../../../sandbox/faults.ts'
import { fieldsOf } from '../../signed-in.ts'
import { HOSTILE, viewIn } from '../../view.ts'
import { createMessagesWorld, ORDER } from './world.ts'

const moment = new Date(0).toISOString()
const person = { label: HOSTILE, id: '1' }
const VIEW = viewIn('en', '/console/messages')

describe('a delivery', () => {
  test('shows what each person gets, and is sent once by a passkey, however often the form is sent', async () => {
    const { ask, send, signed, open, remote, world, hana, directOf } = await createMessagesWorld()
    const preview = await ask(ORDER)
    for (const text of ['hana', 'ken', 'direct messages', 'Coming?', 'Send 2 messages'])
      expect(preview.text).toContain(text)
    expect(remote.requests.filter(line => line.startsWith('POST'))).toEqual([])
    const fields = signed(preview.text)
    await Promise.all([send('/console/approve', fields), send('/console/approve', fields)])
    expect((await send('/console/approve', fields)).text).toContain('1 of 2 messages sent')
    expect(remote.texts(directOf())).toEqual(['Coming?'])
    const sent = (await open('/console/messages?name=friday')).text
    expect(sent).toMatch(/hana.*reached.*no answer yet/)
    expect(sent).toMatch(/ken.*refused/)
    world.says(hana, directOf(), 'yes')
    expect((await open('/console/messages?name=friday')).text).toContain('answered')
    expect((await open('/console/messages')).text).toContain('1 of 2')
  })

  test('a name that begins several names is picked among the people of the chat', async () => {
    const { ask, world, guild } = await createMessagesWorld()
    for (const name of ['yuki.a', 'yuki.b']) world.person(name, { guild })
    const asked = await ask({ ...ORDER, people: 'hana\nyuki' })
    expect(asked.status).toBe(400)
    const [, picked = ''] = /name="(pick-\d)" value="yuki\.b yuki"/.exec(asked.text) ?? []
    const page = await ask({ ...ORDER, people: 'hana\nyuki', [picked]: 'yuki.b yuki' })
    expect(page.text).toContain('Send 2 messages')
    expect(page.text).toContain('yuki.b')
  })

  test('its recipients are saved as a list, which the next message picks', async () => {
    const { ask, open } = await createMessagesWorld()
    await ask({ ...ORDER, saveAs: 'Everyone' })
    expect((await open('/console/messages')).text).toContain('Everyone: hana, ken')
    const next = await ask({ ...ORDER, name: 'monday', people: '', list: 'Everyone' })
    for (const text of ['hana', 'ken', 'Send 2 messages']) expect(next.text).toContain(text)
    await ask({ ...ORDER, people: 'hana', saveAs: 'ｅｖｅｒｙｏｎｅ' })
    expect((await open('/console/messages')).text).not.toContain('hana, ken')
  })

  test('to a channel is one message, by the person and their approval', async () => {
    const { ask, send, signed, open, remote, channel, store } = await createMessagesWorld()
    const { text } = await ask({ ...ORDER, people: '', channel: channel.id })
    expect(text).toContain(`Everybody in the channel ${channel.id}`)
    await send('/console/approve', signed(text))
    expect(remote.texts(channel.id)).toEqual(['Coming?'])
    const { records } = await listAll(store, 'chat/delivery/')
    expect(records[0]?.value).toMatch(/"by":"Mei \(approval [0-9a-f]{64}\)"/)
    expect((await open('/console/messages?name=friday')).text).not.toContain('approval ')
  })

  test('to other people than those that were shown sends nothing', async () => {
    const { ask, send, signed, world, remote, hana, guild } = await createMessagesWorld()
    const { text } = await ask({ ...ORDER, people: 'hana' })
    remote.sandbox.state.users.set(hana.id, { ...hana, username: 'moved' })
    world.person('hana', { guild })
    const outcome = await send('/console/approve', signed(text))
    expect(outcome.text).toContain('not done')
    expect(remote.requests.filter(line => line.includes('/messages'))).toEqual([])
  })

  test('that was cut short shows its text and who is left, is continued, and sends nothing twice', async () => {
    const { ask, send, signed, open, remote, directOf } = await createMessagesWorld()
    const fields = signed((await ask({ ...ORDER, people: 'hana' })).text)
    remote.sandbox.faults.arm(
      'POST /api/v10/users/@me/channels',
      answered(() => new Response('{}', { status: 403 })),
    )
    await send('/console/approve', fields)
    const page = await open('/console/messages?name=friday')
    expect(page.text).toContain('Continuing sends nothing twice')
    expect(page.text).toMatch(/<h3>hana<\/h3>.*direct messages.*<pre>Coming\?<br><\/pre>[\s\S]*data-passkey/)
    await send('/console/approve', signed(page.text))
    expect(remote.texts(directOf())).toEqual(['Coming?'])
  })

  test('shows who was reached and the known answers while the chat is down', async () => {
    const { ask, send, signed, open, remote, world, hana, directOf } = await createMessagesWorld()
    await send('/console/approve', signed((await ask({ ...ORDER, people: 'hana' })).text))
    const down = () =>
      remote.sandbox.faults.arm(
        'GET /api/v10/users/@me',
        answered(() => new Response('{}', { status: 503 })),
        { times: 100 },
      )
    const page = () => open('/console/messages?name=friday')
    down()
    const unread = await page()
    expect([unread.status, unread.text]).toEqual([200, expect.stringMatching(/hana.*reached.*not read: /)])
    remote.sandbox.faults.clear()
    world.says(hana, directOf(), 'yes')
    await page()
    down()
    expect((await page()).text).toMatch(/hana.*reached.*answered/)
  })

  test('needs a person who may send', async () => {
    const { ask } = await createMessagesWorld({ scopes: ['chat.read', 'approve'] })
    expect((await ask(ORDER)).status).toBe(403)
  })
})

describe('the form', () => {
  test.each([
    ['no name', { name: '/' }, 'Enter a name'],
    ['no text', { text: ' ' }, 'Enter a text'],
    ['no people', { people: ' ' }, 'Enter a person or a channel'],
    ['a channel with letters', { channel: 'x' }, 'Enter digits only'],
    ['a person whom the chat does not know', { people: 'eve' }, 'Not one person of the chat: eve'],
    ['a channel that is not there', { people: '', channel: '99' }, 'This cannot be sent'],
  ])('says what is wrong: %s', async (_, change, text) => {
    const { ask } = await createMessagesWorld()
    const page = await ask({ ...ORDER, ...change })
    expect([page.status, page.text.includes(text)]).toEqual([400, true])
  })
})

test('a form that is shown again sends the text that was typed, or what it was changed to', async () => {
  const { ask, send, signed, remote, directOf } = await createMessagesWorld()
  const text = 'two\r\nlines \u{1F468}\u200d\u{1F469}'
  const faulty = (await ask({ ...ORDER, people: 'eve', text })).text
  const [, shown = ''] = /<textarea id="text"[^>]*>([^<]*)/.exec(faulty) ?? []
  const again = { ...ORDER, ...fieldsOf(faulty, '/console/messages'), people: 'hana' }
  const typed = shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  expect(typed).toContain('<U+200D>')
  expect((await ask({ ...again, text: `${typed}!` })).text).toContain('U+200D&gt;\u{1F469}!')
  await send('/console/approve', signed((await ask({ ...again, text: typed })).text))
  expect(remote.texts(directOf())).toEqual([text.replaceAll('\r\n', '\n')])
})

describe('the list', () => {
  test('shows the status message and when it was edited, and works while the chat is down', async () => {
    const { open, remote, channel, keepStatus } = await createMessagesWorld()
    const text = async () => (await open('/console/messages')).text
    expect(await text()).toContain('There is none in a channel yet')
    await keepStatus('All is well')
    expect(await text()).toContain('edited 15 June 2026 at 12:00')
    remote.clock.now += 60 * 60_000
    await keepStatus(`Two deals wait ${HOSTILE}`)
    expect(await text()).toContain('edited 15 June 2026 at 13:00')
    expect(await text()).toContain('Two deals wait &lt;b')
    expect(remote.texts(channel.id)).toHaveLength(1)
    remote.sandbox.faults.arm(
      'GET /api/v10/users/@me',
      answered(() => new Response('{}', { status: 503 })),
      { times: 100 },
    )
    expect(await text()).toContain('The chat cannot be read now')
  })

  test('shows what comes from outside as data, and its first page is small', () => {
    const deliveries = Array.from({ length: 20 }, (_, at) => ({
      name: HOSTILE + at,
      way: 'direct_messages' as const,
      by: `${HOSTILE} (approval ${'a'.repeat(64)})`,
      at: moment,
      messages: at + 1,
      sent: at,
    }))
    const reason = { reason: { text: HOSTILE } }
    const summary = {
      ...{
        name: HOSTILE,
        way: 'channel' as const,
        why: { text: HOSTILE },
        by: HOSTILE,
        at: moment,
        text: HOSTILE,
      },
      reached: [{ ...person, message: '1' }],
      unreached: [{ ...person, state: 'unknown' as const, ...reason }],
      answered: [{ ...person, id: '2', at: moment }],
      silent: [{ ...person, id: '3' }],
      unread: [{ ...person, id: '4', ...reason }],
      complete: false,
    }
    const run = {
      ...{
        mode: 'dry-run' as const,
        way: 'private_channel' as const,
        why: { text: HOSTILE },
        people: [person],
      },
      ...{ channelName: HOSTILE, text: HOSTILE, characters: 1, sends: '0'.repeat(64) },
      refused: [{ token: 1, ...reason }],
    }
    const standing = { text: HOSTILE, at: moment }
    const list = listPage({ deliveries, next: 'x', after: undefined, standing }, VIEW)
    const pages = [list, summaryPage(summary, '', VIEW), previewPage(run, HOSTILE, '', VIEW)]
    for (const shown of pages) {
      const page = frame(shown, VIEW).text
      expect(page).not.toContain('<b onclick')
      expect(page).not.toContain('\u202e')
    }
    expect(brotliCompressSync(frame(list, VIEW).text).byteLength).toBeLessThan(10_000)
  })
})
