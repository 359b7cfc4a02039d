/** Signing in as a colleague: what one admin, two admins and the publisher can do for the passkey of another person. */
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../../lib/console/cookies.ts'
import { type ConsoleHost, signedIn, startConsole } from './console-host.ts'

type Browser = ReturnType<ConsoleHost['browser']>

const DAY = 86_400_000

/** Lets `by` invite a person on the console, and a new browser make a passkey; returns that browser. */
async function enrolledBy(by: Browser, name: string, host: ConsoleHost, role = 'viewer') {
  const page = await by.approve(await by.send('/console/people', { act: 'invite', name, role }))
  const [link = ''] = /http[^"<\s]+\/console\/enrol#[\w-]{32}/.exec(page.text) ?? []
  const browser = host.browser()
  expect((await browser.enrol(link)).text).toContain('Confirmation number')
  return browser
}

async function newestOf(host: ConsoleHost, name: string) {
  const { people } = await host.people()
  return people.find(person => person.name === name)?.passkeys.at(-1) as
    | { credential: string; number: string; state: string; from?: string }
    | undefined
}

/** Lets a person vouch on the console for the newest passkey of another. */
async function vouchBy(by: Browser, name: string, host: ConsoleHost) {
  const { credential = '', number = '' } = (await newestOf(host, name)) ?? {}
  const fields = { act: 'vouch', name, credential, [`number-${digestOf(credential).slice(0, 12)}`]: number }
  return by.approve(await by.send('/console/people', fields))
}

const signsIn = async (browser: Browser, name: string) => (await browser.signIn(name)).answer.status === 303

/** Returns a company in which Mei has lost her phone, and its passkey was revoked. */
async function withoutPhone() {
  const host = await startConsole()
  const [hana, yui, ken] = [
    await signedIn(host, 'Hana'),
    await signedIn(host, 'Yui'),
    await signedIn(host, 'Ken'),
  ]
  await signedIn(host, 'Mei', { role: 'accounting' })
  const { credential } = (await newestOf(host, 'Mei')) ?? {}
  await hana.approve(
    await hana.send('/console/people', { act: 'revoke', name: 'Mei', credential: credential ?? '' }),
  )
  return { host, hana, yui, ken }
}

describe('a person who has a passkey', () => {
  test.each(['viewer', 'accounting', 'admin'])('gets no other one from colleagues: %s', async role => {
    const host = await startConsole()
    const [hana, yui] = [await signedIn(host, 'Hana'), await signedIn(host, 'Yui')]
    const mei = await signedIn(host, 'Mei', { role: 'viewer' })
    const eve = await enrolledBy(hana, 'Mei', host, role)
    await vouchBy(hana, 'Mei', host)
    expect([(await newestOf(host, 'Mei'))?.state, await signsIn(eve, 'Mei')]).toEqual(['waits', false])
    await vouchBy(yui, 'Mei', host)
    expect([(await newestOf(host, 'Mei'))?.state, await signsIn(eve, 'Mei')]).toEqual(['waits', false])
    host.clock.ahead = 2 * DAY
    expect([await signsIn(eve, 'Mei'), await signsIn(mei, 'Mei')]).toEqual([false, true])
  })

  test('vouches for a further one of their own', async () => {
    const host = await startConsole()
    const hana = await signedIn(host, 'Hana')
    const tablet = await enrolledBy(hana, 'Hana', host, 'admin')
    await vouchBy(hana, 'Hana', host)
    expect(await signsIn(tablet, 'Hana')).toBe(true)
  })
})

describe('a person who has lost all passkeys', () => {
  test('signs in a day after two others have vouched, of whom neither had invited them', async () => {
    const { host, hana, yui, ken } = await withoutPhone()
    const mei = await enrolledBy(hana, 'Mei', host, 'accounting')
    for (const by of [hana, yui]) await vouchBy(by, 'Mei', host)
    host.clock.ahead = 2 * DAY
    expect(await signsIn(mei, 'Mei')).toBe(false)
    for (const by of [yui, ken]) expect(await signsIn(by, by === yui ? 'Yui' : 'Ken')).toBe(true)
    await vouchBy(ken, 'Mei', host)
    const { from = '', state } = (await newestOf(host, 'Mei')) ?? {}
    expect(state).toBe('waits')
    expect(Date.parse(from) - Date.now() - host.clock.ahead).toBeGreaterThan(DAY - 60_000)
    expect(await signsIn(mei, 'Mei')).toBe(false)
    host.clock.ahead += DAY
    expect(await signsIn(mei, 'Mei')).toBe(true)
  })

  test('signs in at once after the publisher has vouched', async () => {
    const { host, hana } = await withoutPhone()
    const mei = await enrolledBy(hana, 'Mei', host, 'accounting')
    await host.post('vouches', (await host.envelopeFor('Mei')).body)
    expect(await signsIn(mei, 'Mei')).toBe(true)
  })

  test('any admin ends the passkey before the day is over', async () => {
    const { host, hana, yui, ken } = await withoutPhone()
    const eve = await enrolledBy(hana, 'Mei', host, 'accounting')
    for (const by of [yui, ken]) await vouchBy(by, 'Mei', host)
    const { credential = '' } = (await newestOf(host, 'Mei')) ?? {}
    const asked = await hana.send('/console/people', { act: 'revoke', name: 'Mei', credential })
    await hana.approve(asked)
    host.clock.ahead = 2 * DAY
    expect(await signsIn(eve, 'Mei')).toBe(false)
  })
})
