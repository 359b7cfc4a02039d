/** Attacks on the way through the accounting service and back. */
import { describe, expect, test } from 'vitest'
import { signedIn } from '../../entrance/console-host.ts'
import { type Browser, back, landed, startBooks } from './books.ts'

describe('exchanges nothing', () => {
  /** The attacks: each changes the address with the service's code, or the cookies. */
  const rows: readonly [name: string, change: (address: URL, browser: Browser) => void][] = [
    ['with a forged state', address => address.searchParams.set('state', 'x'.repeat(43))],
    ['without a state', address => address.searchParams.delete('state')],
    ['without the cookie', (_address, { cookies }) => cookies.delete('__Host-kura-authorize')],
    [
      'with a cookie for another state',
      (_address, { cookies }) => {
        const value = cookies.get('__Host-kura-authorize') ?? ''
        cookies.set('__Host-kura-authorize', value.replace(/^[^.]*/, 'y'.repeat(43)))
      },
    ],
    ['if access was denied', address => denied(address)],
  ]
  const denied = (address: URL) => {
    address.searchParams.delete('code')
    address.searchParams.set('error', 'access_denied')
  }

  test.each(rows)('%s', async (name, change) => {
    const { host, exchanges, status } = await startBooks()
    const hana = await signedIn(host, 'Hana')
    const address = new URL(await back(hana), host.url)
    change(address, hana)
    const page = await hana.open(address.pathname + address.search)
    const isDenied = name.includes('denied')
    expect(page.status).toBe(isDenied ? 200 : 400)
    expect(page.text).toContain(isDenied ? 'Access was not granted' : 'This was not begun here')
    expect(page.text).toContain('action="/console/authorize"')
    expect([exchanges(), (await status()).state]).toEqual([0, 'unauthorized'])
  })

  test("with the cookie of another session, though it is the same person's", async () => {
    const { host, exchanges } = await startBooks()
    const hana = await signedIn(host, 'Hana')
    const address = await back(hana)
    const other = host.browser()
    await other.signIn('Hana', {}, { with: hana.passkey })
    other.cookies.set('__Host-kura-authorize', hana.cookies.get('__Host-kura-authorize') ?? '')
    expect((await other.open(address)).status).toBe(400)
    // a colleague who follows the link has begun no authorization
    const ken = await signedIn(host, 'Ken')
    expect((await ken.open(address)).status).toBe(400)
    expect(exchanges()).toBe(0)
  })

  test('if the session is revoked in between', async () => {
    const { host, exchanges } = await startBooks()
    const hana = await signedIn(host, 'Hana')
    const address = await back(hana)
    await host.post('revocations', { name: 'Hana' })
    expect((await hana.open(address)).status).toBe(401)
    expect(exchanges()).toBe(0)
  })

  test('after ten minutes, if the browser still has the cookie', async () => {
    const { host, exchanges } = await startBooks()
    const hana = await signedIn(host, 'Hana')
    const address = await back(hana)
    host.clock.ahead += 600_000
    expect((await hana.open(address)).text).toContain('The authorization did not work')
    expect(exchanges()).toBe(0)
  })

  test('for a person without the scope', async () => {
    const { host } = await startBooks()
    const ken = await signedIn(host, 'Ken', { role: 'accounting' })
    const page = await ken.send('/console/authorize', { form: 'f'.repeat(24) })
    expect(page.status).toBe(403)
    expect(page.headers.get('set-cookie')).toBeNull()
  })
})

test('no code, state or token is in the log, the activity log or a page', async () => {
  const { host } = await startBooks()
  const hana = await signedIn(host, 'Hana')
  const address = await back(hana)
  const question = await landed(hana, address)
  await hana.approve(question)
  const { searchParams } = new URL(address, host.url)
  const texts = JSON.stringify([host.lines, question.text])
  for (const name of ['code', 'state']) expect(texts).not.toContain(searchParams.get(name) ?? '-')
})
