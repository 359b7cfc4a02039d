/** The pages in a real browser: each fits, can be read and used with the keyboard, and its policy stays on. */
import { expect, test } from 'vitest'
import { page } from '../../../../../lib/services/accounting/tokens/browser/responses.ts'
import { describeInChromium, LOCALES, PHONE, problemsOf } from '../../../../helpers/chromium.ts'
import { sampled } from '../../../../helpers/sampled.ts'
import { PAGES } from './every-page.ts'
import { CONFIRM, createWorld } from './world.ts'

describeInChromium('the pages of an authorization', open => {
  test.each(LOCALES)('have no fault: $language', async locale => {
    const view = await open()
    let shown = new Response()
    await view.route('**/*', async route => {
      const { status, headers } = shown
      const { refresh: _, ...kept } = Object.fromEntries(headers)
      await route.fulfill({ status, headers: kept, body: await shown.text() })
    })
    for (const [name, given] of sampled(Object.entries(PAGES), 10)) {
      shown = page(given, { locale })
      await view.goto(`https://kura.test${CONFIRM}`)
      expect({ name, problems: await problemsOf(view) }).toEqual({ name, problems: [] })
      const heading = await view.locator('h1').textContent()
      expect(await view.title()).toMatch(`${heading} - `)
      expect(await view.locator('html').getAttribute('lang')).toBe(locale.language)
    }
  })

  test('are left with the keyboard alone: the browser keeps the cookie, and takes the policy', async () => {
    const world = await createWorld()
    const view = await open({ viewport: PHONE })
    const faults: string[] = []
    view.on('console', message => faults.push(message.text()))
    await view.goto(await world.link())
    expect(await view.title()).toBe('Let kura use these books? - Authorize kura')
    const ground = await view.evaluate('getComputedStyle(document.querySelector(".keep")).backgroundColor')
    expect(ground, 'the style of the page is used').toBe('rgb(29, 95, 191)')
    expect(await view.evaluate('document.cookie'), 'no script of the page sees the cookie').toBe('')
    await view.keyboard.press('Tab')
    await view.keyboard.press('Enter')
    await view.waitForURL('**/confirm')
    await view.locator('h1', { hasText: 'kura uses these books' }).waitFor()
    expect(await world.works()).toBe(200)
    await view.goBack()
    await view.reload()
    expect(await view.locator('h1').textContent()).toBe('kura uses these books')
    expect(new URL(view.url()).search).toBe('')
    expect(faults.filter(text => !text.includes('favicon'))).toEqual([])
  })
})
