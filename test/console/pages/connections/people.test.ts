/** 利用者 / People: a person of the role 管理 invites, confirms and removes a colleague with a passkey. */

import { expect, test } from 'vitest'
import { digestOf } from '../../../../lib/console/cookies.ts'
import { ROLES } from '../../../../lib/console/invitations.ts'
import { changePerson, personKey } from '../../../../lib/console/people/people.ts'
import { type ConsoleHost, signedIn, startConsole } from '../../entrance/console-host.ts'
import { passkeyOf, personOf as personRecord } from '../../known-people.ts'

async function personOf(host: ConsoleHost, name: string) {
  return (await host.people()).people.find(person => person.name === name)
}

test('a passkey that waits says how many have confirmed it, and who else can', async () => {
  const host = await startConsole()
  const [hana, yui] = [await signedIn(host, 'Hana'), await signedIn(host, 'Yui')]
  const asked = await hana.send('/console/people', { act: 'invite', name: 'Mei', role: 'accounting' })
  const [link = ''] = /http[^"<\s]+\/console\/enrol#[\w-]{32}/.exec((await hana.approve(asked)).text) ?? []
  await host.browser().enrol(link)
  const shown = async () => (await yui.open('/console/people')).text
  expect(await shown()).toContain('0 of 2 have confirmed it. Who can confirm it: Hana, Yui.')
  const { credential = '', number = '' } = (await personOf(host, 'Mei'))?.passkeys[0] ?? {}
  const field = `number-${digestOf(credential).slice(0, 12)}`
  const about = { act: 'vouch', name: 'Mei', credential, [field]: number }
  await hana.approve(await hana.send('/console/people', about))
  expect(await shown()).toContain('1 of 2 have confirmed it. Who can confirm it: Yui.')
})

test('a colleague is invited, confirmed by number, and removed, each by one approval', async () => {
  const host = await startConsole()
  const hana = await signedIn(host, 'Hana')
  const asked = await hana.send('/console/people', { act: 'invite', name: 'Mei', role: 'viewer' })
  expect(asked.text).toContain('Viewer')
  expect((await personOf(host, 'Mei'))?.name).toBeUndefined()
  const invited = await hana.approve(asked)
  const [link = ''] = /http[^"<\s]+\/console\/enrol#[\w-]{32}/.exec(invited.text) ?? []
  const mei = host.browser()
  expect((await mei.enrol(link)).text).toContain('Confirmation number')

  const [passkey] = (await personOf(host, 'Mei'))?.passkeys ?? []
  const { credential = '', number = '' } = passkey ?? {}
  const page = await hana.open('/console/people')
  expect(page.text).toContain('waits for a confirmation')
  expect(page.text).not.toContain(number)
  const field = `number-${digestOf(credential).slice(0, 12)}`
  const about = { act: 'vouch', name: 'Mei', credential }
  const wrong = await hana.send('/console/people', { ...about, [field]: '000 001' })
  expect([wrong.status, wrong.text]).toEqual([
    400,
    expect.stringContaining('This is not the number of the passkey'),
  ])
  expect(wrong.text).toMatch(/id="name" name="name" value=""/)
  expect(wrong.text.split('This is not the number of the passkey')).toHaveLength(2)
  const right = await hana.send('/console/people', { ...about, [field]: number.replace(' ', '') })
  expect((await personOf(host, 'Mei'))?.passkeys[0]?.state).toBe('waits')
  await hana.approve(right)
  expect(await personOf(host, 'Mei')).toMatchObject({ passkeys: [{ state: 'counts' }], scopes: ROLES.viewer })
  expect((await mei.signIn('Mei')).answer.status).toBe(303)

  await hana.approve(await hana.send('/console/people', { act: 'revoke', name: 'Mei' }))
  expect((await mei.open('/console/more')).status).toBe(401)
})

test('a session is shown with its times, and ended by one approval; the passkey stays', async () => {
  const host = await startConsole()
  const [hana, mei] = [await signedIn(host, 'Hana'), await signedIn(host, 'Mei', { role: 'viewer' })]
  const [shown] = (await personOf(host, 'Mei'))?.sessions ?? []
  const { session = '' } = shown ?? {}
  const page = await hana.open('/console/people')
  expect(page.text).toContain('Signed in on')
  expect(page.text.match(/this one/g)).toHaveLength(1)
  const asked = await hana.send('/console/people', { act: 'endSession', session })
  expect((await mei.open('/console/more')).status).toBe(200)
  await hana.approve(asked)
  expect((await mei.open('/console/more')).status).toBe(401)
  expect((await hana.open('/console/more')).status).toBe(200)
  expect((await mei.signIn('Mei')).answer.status).toBe(303)
  const none = await hana.send('/console/people', { act: 'endSession', session: 'f'.repeat(64) })
  expect([none.status, none.question]).toEqual([200, undefined])
})

test('a person without the role 管理 sees no people, and invites none', async () => {
  const host = await startConsole()
  const mei = await signedIn(host, 'Mei', { role: 'accounting' })
  expect((await mei.open('/console/people')).status).toBe(403)
  expect((await mei.send('/console/people', { act: 'invite', name: 'Ken', role: 'viewer' })).status).toBe(403)
})

test('what is entered wrongly stays in its field', async () => {
  const host = await startConsole()
  const hana = await signedIn(host, 'Hana')
  const page = await hana.send('/console/people', { act: 'invite', name: '<b>', role: 'viewer' })
  expect([page.status, page.text]).toEqual([400, expect.stringContaining('value="&lt;b&gt;"')])
})

test('many people are shown in pages, by name, and a filter shows those whose passkey waits', async () => {
  const host = await startConsole()
  const hana = await signedIn(host, 'Hana')
  const waiting = passkeyOf({ credential: 'waits' })
  for (let at = 0; at < 21; at++) {
    const name = `Person ${String.fromCodePoint(65 + at)}`
    const person = personRecord({ name, passkeys: at === 20 ? [waiting] : [] })
    await changePerson(personKey(name), () => ({ write: person, result: undefined }), host.own)
  }
  const names = (text: string) => [...text.matchAll(/<h2>(Hana|Person .)<\/h2>/g)].map(([, name]) => name)
  const first = await hana.open('/console/people')
  expect(names(first.text)).toHaveLength(20)
  const [, next = ''] = /href="(\/console\/people\?after=[^"]*)"/.exec(first.text) ?? []
  expect(names((await hana.open(next)).text)).toEqual(['Person T', 'Person U'])
  expect(names((await hana.open('/console/people?show=waits')).text)).toEqual(['Person U'])
  const about = { act: 'vouch', name: 'Person U', credential: 'waits' }
  const wrong = await hana.send('/console/people', about)
  expect([wrong.status, names(wrong.text)]).toEqual([400, ['Person U']])
})
