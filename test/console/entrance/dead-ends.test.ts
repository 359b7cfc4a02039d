/** The dead ends of passkeys: a device that has one, a spent link, another name of the deployment, a browser's refusal. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { describeInChromium } from '../../helpers/chromium.ts'
import { createPasskey } from '../../helpers/passkey.ts'
import { addAuthenticator } from '../browser.ts'
import { type ConsoleHost, colleague, invited, startAtLocalhost, startConsole } from './console-host.ts'

describe('a second invitation on a device that has the passkey', () => {
  test('is given back to the other devices, by the browser that has spent it', async () => {
    const host = await startConsole()
    const mei = await colleague(host, 'Mei')
    const link = await invited(host, 'Mei')
    const page = await mei.send('/console/enrol', { token: new URL(link).hash.slice(1) })
    const other = host.browser()
    const fields = { issued: page.field('issued'), answer: 'held' }
    expect((await other.send('/console/enrol', fields)).status).toBe(400)
    expect((await other.enrol(link, { with: createPasskey() })).text).toContain('This link was used already')
    const held = await mei.send('/console/enrol', fields)
    expect([held.status, held.text]).toEqual([200, expect.stringContaining('has your passkey already')])
    expect((await other.enrol(link, { with: createPasskey() })).text).toContain('Confirmation number')
    expect((await mei.send('/console/enrol', fields)).text).toContain('This link was used already')
  })
})

describe('under another name of the deployment', () => {
  test.each(['/console/sign-in', '/console/enrol', '/console', '/console/receipts'])(
    '%s asks for no passkey, and links to the same page under KURA_URL',
    async path => {
      const host = await startConsole()
      host.env['KURA_URL'] = 'https://kura.example.com'
      const page = await host.browser().open(path)
      expect(page.question).toBeUndefined()
      expect(page.text).not.toContain('action="/console/sign-in"')
      expect(page.text).toContain(`data-same href="https://kura.example.com${path}"`)
    },
  )

  test('a link is not spent', async () => {
    const host = await startConsole()
    const link = await invited(host, 'Mei')
    const own = host.env['KURA_URL'] ?? ''
    host.env['KURA_URL'] = 'https://kura.example.com'
    const page = await host.browser().send('/console/enrol', { token: new URL(link).hash.slice(1) })
    expect([page.status, page.question]).toEqual([400, undefined])
    host.env['KURA_URL'] = own
    expect((await host.browser().enrol(link)).text).toContain('Confirmation number')
  })
})

describeInChromium('dead ends in a browser', open => {
  const begin = async (view: Page, link: string) => {
    await view.goto(link)
    await view.locator('main button.first').click()
    await view.waitForSelector('form[data-passkey=create]')
  }

  async function enrolled(host: ConsoleHost, view: Page) {
    await addAuthenticator(view)
    await begin(view, await invited(host, '花'))
    await view.locator('main button.first').click()
    await view.waitForSelector('.number')
  }

  test('a held passkey, a new link in a tab with a spent one', { timeout: 120_000 }, async () => {
    const host = await startAtLocalhost('ja')
    const view = await open()
    await enrolled(host, view)
    const second = await invited(host, '花')
    // the second link is opened in the tab that still shows the number of the first
    await view.evaluate(`location.hash = '${new URL(second).hash}'`)
    await view.locator('[data-fragment]').waitFor({ state: 'attached' })
    await view.locator('main button.first').click()
    await view.waitForSelector('form[data-passkey=create]')
    await view.locator('main button.first').click()
    await view.getByText('すでにあります').waitFor()
    const tablet = await open()
    await addAuthenticator(tablet)
    await begin(tablet, second)
  })

  test('another name keeps the token, and a refusal has its own words', { timeout: 120_000 }, async () => {
    const host = await startAtLocalhost('en')
    const view = await open()
    const link = await invited(host, '花')
    await view.goto(link.replace('localhost', '127.0.0.1'))
    await view.locator('[data-same]').click()
    await view.waitForURL(link)
    await view.locator('main button.first').click()
    await view.waitForSelector('form[data-passkey=create]')
    for (const [name, words] of [
      ['NotAllowedError', 'The passkey was not used'],
      ['SecurityError', 'gives no passkey to this address'],
      ['OtherError', 'The passkey did not answer'],
    ] as const) {
      await view.evaluate(
        `navigator.credentials.create = () => Promise.reject(new DOMException('', '${name}'))`,
      )
      await view.locator('main button.first').click()
      await view.locator('[data-refused]:visible').getByText(words).waitFor()
      expect(await view.locator('[data-refused]:visible').count()).toBe(1)
    }
  })
})
