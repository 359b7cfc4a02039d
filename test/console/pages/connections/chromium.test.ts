/**
 * Authorizing the books in a real browser, from the button to the approval, with the sandbox of the accounting service.
 */
import { expect, test } from 'vitest'
import { ROLES } from '../../../../lib/console/invitations.ts'
import { LANGUAGES } from '../../../../lib/core/language/language.ts'
import { describeInChromium } from '../../../helpers/chromium.ts'
import { startAccountingSandbox } from '../../../helpers/remotes/accounting-sandbox.ts'
import { turn } from '../../../helpers/run/sampled.ts'
import { addAuthenticator, problemsIn } from '../../browser.ts'
import { startAtLocalhost } from '../../entrance/console-host.ts'

describeInChromium('authorizing the books', open => {
  test.each(turn(LANGUAGES))('from the button to the approval (%s)', { timeout: 60_000 }, async language => {
    const service = await startAccountingSandbox()
    const host = await startAtLocalhost(language, service.settings)
    const answer = await host.post('invitations', { name: '花', role: 'admin' }, { scopes: [...ROLES.admin] })
    const { url } = (await answer.json()) as { url: string }
    const view = await open()
    await addAuthenticator(view)
    await view.goto(url)
    await view.locator('main button.first').click()
    await view.waitForSelector('form[data-passkey=create]')
    await view.locator('main button.first').click()
    await view.waitForSelector('.number')
    await host.post('vouches', (await host.envelopeFor('花')).body)
    await view.goto(`${host.url}/console/connections`)
    await view.locator('form[data-passkey=get] button').click()
    await view.waitForURL(/\/console\/connections/)
    await view.waitForSelector('form[action="/console/authorize"]')

    const faults: string[] = []
    const check = async (name: string) =>
      void faults.push(...(await problemsIn(language, { view, name: `authorize-${name}` })))
    await check('connections')
    await view.locator('form[action="/console/authorize"] button').click()
    // the service leads back from another site, without the session's cookie
    await view.waitForURL(`${host.url}/console/authorize`)
    await view.waitForSelector('form[data-passkey=get]')
    expect(await view.content()).toContain('開発用テスト事業所')
    await check('question')
    service.sandbox.state.chosen = 7_654_321
    await view.locator('form[data-passkey=get] button').click()
    await view.waitForURL(/\/console\/approve/)
    await check('outcome')
    await view.goto(`${host.url}/console/connections`)
    await view.locator('form[action="/console/authorize"] button').click()
    await view.waitForSelector('.box.bad')
    await check('other-books')
    await view.goto(`${host.url}/console/authorize?error=access_denied&state=x`)
    await check('not-begun-here')
    expect(faults).toEqual([])
    expect(service.sandbox.oauth.counts.exchanges).toBe(2)
  })
})
