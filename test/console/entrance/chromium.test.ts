/** A person is invited, makes a passkey, has its confirmation number vouched for, signs in and sees People, in Chromium with its virtual authenticator. */
import { expect, test } from 'vitest'
import { ROLES } from '../../../lib/console/invitations.ts'
import { LANGUAGES } from '../../../lib/core/language/language.ts'
import { describeInChromium, problemsOf } from '../../helpers/chromium.ts'
import { turn } from '../../helpers/run/sampled.ts'
import { addAuthenticator, problemsIn } from '../browser.ts'
import { startAtLocalhost } from './console-host.ts'

describeInChromium('the entrance', open => {
  test.each(turn(LANGUAGES, 1))(
    'from the invitation to the page of the people (%s)',
    { timeout: 120_000 },
    async language => {
      const host = await startAtLocalhost(language)
      const answer = await host.post(
        'invitations',
        { name: '花', role: 'admin' },
        { scopes: [...ROLES.admin] },
      )
      const { url } = (await answer.json()) as { url: string }
      const view = await open()
      await addAuthenticator(view)
      const faults: string[] = []
      let pages = 0
      const check = async () =>
        void faults.push(...(await problemsIn(language, { view, name: `entrance-${++pages}` })))
      await view.goto(url)
      await check()
      await view.locator('main button.first').click()
      await view.waitForSelector('form[data-passkey=create]')
      await check()
      await view.locator('main button.first').click()
      const number = await view.locator('.number').textContent()
      expect((await host.people()).people[0]?.passkeys).toMatchObject([{ number, state: 'waits' }])
      await check()
      await host.post('vouches', (await host.envelopeFor('花')).body)
      await view.goto(`${host.url}/console/people`)
      await check()
      await view.locator('form[data-passkey=get] button').click()
      await view.waitForSelector('#name')
      await check()
      await view.locator('#name').fill('健')
      await view.locator('form:has(select[name=role]) button').click()
      await view.waitForSelector('form[data-passkey=get]')
      await check()
      await view.locator('form[data-passkey=get] button').click()
      await view.waitForURL(/\/console\/approve/)
      expect(await view.content()).toContain('/console/enrol#')
      await view.goto(`${host.url}/console/connections`)
      await check()
      expect(faults).toEqual([])
    },
  )

  const LINE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Line/14.0'
  test('inside another app, and without script, the page says what to do', { timeout: 60_000 }, async () => {
    const { url } = await startAtLocalhost('en')
    const inApp = await open({ userAgent: LINE })
    await inApp.goto(`${url}/console/enrol#the-token`)
    expect(await inApp.locator('[data-elsewhere]').isVisible()).toBe(true)
    expect(await inApp.locator('[data-address]').inputValue()).toBe(`${url}/console/enrol#the-token`)
    expect(await problemsOf(inApp)).toEqual([])
    const browser = await open()
    await browser.goto(`${url}/console/enrol`)
    expect(await browser.locator('[data-elsewhere]').isVisible()).toBe(false)
    const bare = await open({ javaScriptEnabled: false })
    await bare.goto(`${url}/console/sign-in`)
    expect(await bare.locator('noscript p').isVisible()).toBe(true)
  })
})
