/** A person is invited, makes a passkey, has its confirmation number vouched for, signs in and sees People, in Chromium with its virtual authenticator. */
import { expect, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { makeInvitation, ROLES } from '../../../lib/console/invitations.ts'
import { LANGUAGES } from '../../../lib/core/language/language.ts'
import { DESK, describeInChromium, problemsOf } from '../../helpers/chromium.ts'
import { turn } from '../../helpers/run/sampled.ts'
import { addAuthenticator, problemsIn } from '../browser.ts'
import { startAtLocalhost } from './console-host.ts'

/** Who signs in with the link of `npm start`. */
const OPERATOR = { name: 'operator', by: 'npm start', here: true as const }

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

  test.each(turn(LANGUAGES, 0))(
    'the first steps, from the link of npm start to the passkey of a second person (%s)',
    { timeout: 120_000 },
    async language => {
      const host = await startAtLocalhost(language, {}, routesOfAdmin)
      const { token } = await makeInvitation({ ...OPERATOR, scopes: [...ROLES.admin] }, host.own)
      const view = await open()
      await addAuthenticator(view)
      const faults: string[] = []
      let pages = 0
      const check = async (shown = view) =>
        void faults.push(...(await problemsIn(language, { view: shown, name: `first-steps-${++pages}` })))
      const first = () => view.locator('main button.first').first()
      await view.goto(`${host.url}/console/sign-in#${token}`)
      await view.locator('form:has([data-fragment]) button').click()
      await view.waitForSelector('#first-steps')
      await check()
      // the second tap makes the passkey
      await first().click()
      const number = await view.locator('.number').textContent()
      expect(await view.locator('pre').textContent()).toBe(
        `npx --no kura console vouch operator --number "${number}"`,
      )
      await check()
      await host.post('vouches', (await host.envelopeFor('operator')).body)
      await view.locator('form:has([name=issued]) button').click()
      await view.locator('.box.good').waitFor()
      await view.goto(`${host.url}/console`)
      await first().click()
      await view.locator('form[data-passkey=get] button').click()
      await view.locator('#first-steps .tag.good').waitFor()
      await check()
      await view.locator('#first-steps a[href="/console/people"]').click()
      await view.locator('#name').fill('健')
      await view.locator('form:has(select[name=role]) button').click()
      await view.locator('form[data-passkey=get] button').click()
      const link = await view.locator('#link').inputValue()
      expect(await view.locator('svg.qr').isVisible()).toBe(true)
      await check()
      await view.locator('[data-copy-link]').click()
      const second = await open({ viewport: DESK })
      await addAuthenticator(second)
      await second.goto(link)
      await second.locator('main button.first').click()
      await second.waitForSelector('form[data-passkey=create]')
      expect(await second.locator('main').textContent()).toContain('operator')
      await check(second)
      await second.locator('form[data-passkey=create] button').click()
      await second.locator('.number').waitFor()
      expect(await second.locator('main').textContent()).toMatch(/0 of 2|2人のうち0人/)
      await check(second)
      // a passkey that may approve needs two vouches: the first person's, and the publisher's
      await view.goto(`${host.url}/console/people`)
      await view.locator('input[id^=number-]').fill((await second.locator('.number').textContent()) ?? '')
      await view.locator('form:has(input[id^=number-]) button').click()
      await view.locator('form[data-passkey=get] button').click()
      await view.waitForURL(/\/console\/approve/)
      const look = second.locator('form:has([name=issued]) button')
      await look.click()
      await second.getByText(/1 of 2|2人のうち1人/).waitFor()
      await host.post('vouches', (await host.envelopeFor('健')).body)
      await look.click()
      await second.locator('.box.good').waitFor()
      await second.goto(`${host.url}/console/sign-in`)
      expect(await second.locator('form:has([data-fragment])').isVisible()).toBe(false)
      await second.locator('form[data-passkey=get] button').click()
      await second.getByText('健').first().waitFor()
      await view.goto(`${host.url}/console`)
      expect(await view.locator('#first-steps').count(), 'all is done').toBe(0)
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
