/** The pages of Domains in a real browser: a purchase with a passkey, the countdown of a quote, and axe. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../../lib/core/language/language.ts'
import { describeInChromium, type OpenWindow } from '../../../helpers/chromium.ts'
import { CONTACT } from '../../../helpers/remotes/registrar-sandbox.ts'
import { turn } from '../../../helpers/run/sampled.ts'
import { insertPasskey, problemsIn, signIn } from '../../browser.ts'
import { createDomainsWorld, PURCHASE } from './world.ts'

async function browse(open: OpenWindow, language: string, options: object = {}) {
  const world = await createDomainsWorld({ env: { KURA_LANGUAGE: language } })
  const view = await open(options)
  await signIn(view, world)
  return { ...world, view }
}

/** Fills in both forms as a person does, and opens the page with the exact request. */
async function askToBuy(view: Page, url: string): Promise<void> {
  await view.goto(`${url}/console/domains`)
  await view.locator('#domain').fill('example.com')
  await view.locator('#autoRenew').selectOption('on')
  await view.locator('main button.first').click()
  for (const [name, value] of Object.entries(CONTACT)) await view.locator(`#${name}`).fill(value)
  await view.locator('main button.first').click()
}

describeInChromium('Domains', open => {
  test.each(turn(LANGUAGES, 1))('%s: fits, axe finds nothing, and a domain is bought', async language => {
    const { view, url, remote, key, send, signed, ask } = await browse(open, language)
    await send('/console/approve', signed((await ask({ ...PURCHASE, domain: 'first.com' })).text))
    await insertPasskey(view, key)
    const check = async (name: string) => {
      expect(await problemsIn(language, { view, name: `domains-${name}` })).toEqual([])
    }
    await view.goto(`${url}/console/domains`)
    await check('list')
    await askToBuy(view, url)
    await check('purchase')
    await view.locator('form[data-passkey] button').click()
    await view.waitForURL(`${url}/console/approve`)
    await check('outcome')
    expect(remote.charges('example.com')).toBe(1)
    await view.goto(`${url}/console/domains`)
    await check('bought')
  })

  test('counts the minutes of a quote down, and then offers a new one', async () => {
    const { view, url } = await browse(open, 'en')
    await view.clock.install()
    await askToBuy(view, url)
    const buy = view.locator('form[data-passkey] button')
    expect(await view.getByRole('timer').textContent()).toMatch(/^[45]:\d\d$/)
    expect(await buy.isEnabled()).toBe(true)
    await view.clock.fastForward('05:01')
    await view.getByText('The quote has expired').waitFor()
    expect(await buy.isDisabled()).toBe(true)
    await view.getByRole('button', { name: 'Get a new quote' }).click()
    await view.getByText('Nothing has changed since the last quote').waitFor()
    expect(await view.locator('form[data-passkey] button').isEnabled()).toBe(true)
    // the installed clock would stay in this window
    await view.context().close()
  })

  test('is read without scripts', async () => {
    const { view, url } = await browse(open, 'en', { javaScriptEnabled: false })
    await askToBuy(view, url)
    expect(await view.getByText('The price holds until').count()).toBe(1)
    expect(await view.getByText(CONTACT.email).count()).toBe(1)
    expect(await view.getByRole('timer').count()).toBe(0)
  })
})
