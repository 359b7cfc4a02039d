import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { createPasskey, FLAGS } from '../../helpers/passkey.ts'
import { colleague, isSignedIn, startConsole } from './console-host.ts'

describe('a sign-in', () => {
  test('is spent: the same answer works once, and not after its time either', async () => {
    const host = await startConsole()
    const mei = await colleague(host, 'Mei')
    const { fields } = await mei.signIn('Mei')
    mei.cookies.delete('__Host-kura-session')
    for (const ahead of [0, 20 * 60_000, 30 * 86_400_000]) {
      host.clock.ahead = ahead
      expect((await mei.send('/console/sign-in', fields)).status).toBe(401)
    }
    expect(isSignedIn(mei)).toBe(false)
  })

  test('its page is answered without the store', async () => {
    const host = await startConsole()
    await host.browser().open('/console')
    await host.browser().open('/console/sign-in')
    expect(Object.values(host.store.calls)).toEqual([0, 0, 0, 0, 0])
  })

  const MINUTE = 60_000
  test.each([
    { what: 'signs in if the clock of the host is half a minute ahead', host: 0.5 * MINUTE, first: 303 },
    { what: 'signs in if it is ten minutes behind', host: -10 * MINUTE, first: 303 },
    { what: 'signs in at the second try if it is ten minutes ahead', host: 10 * MINUTE, first: 401 },
    { what: 'is over after fifteen minutes of the store', later: 14 * MINUTE, first: 401 },
    { what: 'is over sooner if the host is behind', host: -10 * MINUTE, later: 5 * MINUTE, first: 401 },
    { what: 'is over no later if the host is ahead', host: 10 * MINUTE, later: 24 * MINUTE, first: 401 },
  ])('$what', async ({ host: difference = 0, later = 0, first }) => {
    const clock = { host: 0, store: 0 }
    const store = createMemoryStore({ now: () => Date.now() + clock.store })
    const host = await startConsole({ now: () => Date.now() + clock.host, openStore: async () => store })
    const mei = await colleague(host, 'Mei')
    clock.host = difference
    const page = await mei.open('/console/sign-in')
    clock.store = later
    clock.host += later
    const answer = await mei.send('/console/sign-in', mei.fieldsOf(page, 'Mei'))
    expect(answer.status).toBe(first)
    if (first === 401)
      expect((await mei.send('/console/sign-in', mei.fieldsOf(answer, 'Mei'))).status).toBe(303)
  })

  test('of another browser does not count', async () => {
    const host = await startConsole()
    const mei = await colleague(host, 'Mei')
    const thief = host.browser()
    await thief.open('/console/sign-in')
    const page = await mei.open('/console/sign-in')
    const { fields } = await mei.signIn('Mei')
    expect((await thief.send('/console/sign-in', { ...fields, issued: page.field('issued') })).status).toBe(
      401,
    )
    expect(isSignedIn(thief)).toBe(false)
  })

  test('tells nobody whether a name exists, and leaves no record', async () => {
    const host = await startConsole()
    const mei = await colleague(host, 'Mei')
    const before = (await host.store.keys('')).keys
    const answers = [
      await mei.signIn('Nobody'),
      await mei.signIn('Mei', {}, { with: createPasskey() }),
      await mei.signIn('Mei', { flags: FLAGS.present }),
      await mei.signIn('Mei', { origin: 'https://evil.example' }),
    ].map(({ answer }) => [answer.status, answer.text.includes('This passkey does not open the console')])
    expect(answers).toEqual(Array(4).fill([401, true]))
    expect((await host.store.keys('')).keys).toEqual(before)
  })

  test('that is malformed is answered 400', async () => {
    const mei = (await startConsole()).browser()
    expect((await mei.send('/console/sign-in', { answer: '{', issued: 'x' })).status).toBe(400)
  })

  test('is refused after many failures, a thousand leave no record', async () => {
    const host = await startConsole()
    const thief = host.browser()
    const statuses = new Set<number>()
    for (let at = 0; at < 1_000; at++)
      statuses.add((await thief.send('/console/sign-in', { answer: '{}', issued: 'x' })).status)
    expect([...statuses]).toEqual([400, 429])
    expect((await host.store.keys('console/')).keys).toEqual([])
  })
})

describe('a form without a session', () => {
  test('is carried through the sign-in, and sent when the person goes on', async () => {
    const host = await startConsole()
    const mei = await colleague(host, 'Mei')
    const fields = { name: 'receipt 7', note: 'two\nlines "quoted"', joined: '\u{1F468}\u200d\u{1F469}' }
    const asked = await mei.send('/console/people', fields)
    expect([asked.status, asked.text]).toEqual([401, expect.stringContaining('What you entered is kept')])
    const answer = await mei.send('/console/sign-in', mei.fieldsOf(asked, 'Mei'))
    expect(answer.text).toContain('action="/console/people"')
    expect(answer.text).toContain('two\nlines &quot;quoted&quot;</textarea>')
    const [, packed = ''] = /name="exact_joined" value="([\w-]+)"/.exec(answer.text) ?? []
    expect(JSON.parse(Buffer.from(packed, 'base64url').toString())).toBe(fields.joined)
    expect(isSignedIn(mei)).toBe(true)
  })

  test('is not carried if it is an approval, whose statement ended with the session', async () => {
    const host = await startConsole()
    const mei = await colleague(host, 'Mei')
    const asked = await mei.send('/console/approve', { issued: 'a statement', answer: '{}' })
    expect(asked.status).toBe(401)
    expect(asked.text).not.toContain('What you entered is kept')
    expect(asked.field('carried')).toBe('')
  })

  test('a page of another site is never what it returns to', async () => {
    const host = await startConsole()
    const mei = await colleague(host, 'Mei')
    const page = await mei.open('/console/sign-in?to=https://evil.example/')
    expect(page.field('to')).toBe('/console')
  })
})
