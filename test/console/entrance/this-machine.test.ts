/** The link that `npm start` prints. */
import { describe, expect, test } from 'vitest'
import { makeInvitation, ROLES } from '../../../lib/console/invitations.ts'
import { changePerson, dismiss, personKey } from '../../../lib/console/people/people.ts'
import { hosted } from '../../helpers/functions.ts'
import { startConsole } from './console-host.ts'

describe('the link of npm start', () => {
  async function announced(env: Record<string, string> = {}) {
    const host = await startConsole({ env })
    const terms = { name: 'operator', scopes: [...ROLES.admin], by: 'npm start', here: true as const }
    const { token } = await makeInvitation(terms, host.own)
    const browser = host.browser()
    await browser.open('/console/sign-in')
    return { host, browser, token }
  }

  test('signs in on this machine, once, without approve', async () => {
    const { host, browser, token } = await announced()
    expect((await browser.send('/console/sign-in', { token })).status).toBe(303)
    expect((await browser.open('/console/more')).status).toBe(200)
    const other = host.browser()
    expect((await other.send('/console/sign-in', { token })).status).toBe(401)
    expect(other.cookies.has('__Host-kura-session')).toBe(false)
    expect((await host.browser().enrol(`${host.url}/console/enrol#${token}`)).status).toBe(400)
  })

  test.each([true, false])(
    'ends with its session when live remotes are used (used before: %s)',
    async used => {
      const { host, browser, token } = await announced()
      if (used) await browser.send('/console/sign-in', { token })
      host.clock.ahead = 1_000
      await changePerson(personKey('operator'), dismiss('operator'), host.own)
      expect((await browser.open('/console/more')).status).toBe(401)
      expect((await browser.send('/console/sign-in', { token })).status).toBe(401)
      expect(browser.cookies.has('__Host-kura-session')).toBe(used)
    },
  )

  test('does not work at a host', async () => {
    const { browser, token } = await announced(hosted('production'))
    expect((await browser.send('/console/sign-in', { token })).status).toBe(401)
    expect(browser.cookies.has('__Host-kura-session')).toBe(false)
  })

  test('an invitation does not sign in', async () => {
    const { host, browser } = await announced()
    const answer = await host.post('invitations', { name: 'Mei', scopes: ['accounting.read'] })
    const token = new URL(((await answer.json()) as { url: string }).url).hash.slice(1)
    expect((await browser.send('/console/sign-in', { token })).status).toBe(401)
  })
})
