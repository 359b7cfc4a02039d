/** The report in a real browser: Chromium, if this machine has one, at the width of a phone and of a desk. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locale } from '../../../lib/language/language.ts'
import { say } from '../../../lib/move/phrase.ts'
import { reportHtml } from '../../../lib/move/report/html.ts'
import { checkServed, html, page } from '../page/moved-pages.ts'

const EXECUTABLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

const LOCALES: Locale[] = [
  { language: 'en', timezone: 'Europe/Berlin' },
  { language: 'ja', timezone: 'Asia/Tokyo' },
]
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
const cases = LOCALES.flatMap(locale => SIZES.map(size => ({ locale, size, name: `${locale.language}, ${size.width}` })))

const LONG = `/${'a-very-long-name-without-a-break'.repeat(6)}`
/** A report with findings of every kind: pages, links, unknown addresses, notes, a partial end. */
const report = await checkServed({
  pages: ['/', '/about/', LONG],
  change: ({ host, path }) => {
    if (host === 'old.example' && path.startsWith(LONG)) return { status: 403 }
    if (host !== 'new.example' || path !== '/about/') return undefined
    const head = '<meta property="og:url" content="https://old.example/"><meta name="robots" content="noindex">'
    return html(page('/about/', { head, body: `<a href="${LONG}/gone">gone</a>` }))
  },
})
const partial = { ...report, complete: false, notes: [say('noteAliasMissing', { host: 'www.old.example' })] }

if (EXECUTABLE === undefined) console.warn('SKIPPED: there is no Chromium, so no browser opened the report')

describe.skipIf(EXECUTABLE === undefined)('the report in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: EXECUTABLE ?? '', args: ['--no-sandbox'] })
  })
  afterAll(() => browser?.close())

  test.each(cases)('fits and can be read: $name', async ({ locale, size }) => {
    await using context = await browser.newContext({ viewport: size })
    const view = await context.newPage()
    const faults: string[] = []
    view.on('console', message => faults.push(message.text()))
    view.on('request', request => faults.push(request.url()))
    await view.setContent(reportHtml(partial, locale))
    const seen = await view.evaluate(() => {
      const shown = (element: Element) => element.getBoundingClientRect()
      const texts = [...document.querySelectorAll('h1, h2, .findings li, .badge, .numbers dd, .times')]
      return {
        language: document.documentElement.lang,
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        empty: texts.filter(element => shown(element).width === 0 || element.textContent === '').length,
        outside: texts.filter(element => shown(element).right > window.innerWidth + 1).length,
        smallest: Math.min(...texts.map(element => Number.parseFloat(getComputedStyle(element).fontSize))),
        headings: document.querySelectorAll('h2').length,
      }
    })
    expect(faults).toEqual([])
    expect(seen).toMatchObject({ language: locale.language, overflow: 0, empty: 0, outside: 0 })
    expect(seen.smallest).toBeGreaterThanOrEqual(12)
    expect(seen.headings).toBeGreaterThanOrEqual(7)
    await view.locator('summary').first().click()
    expect(await view.locator('.trails').first().isVisible()).toBe(true)
  })

  test('is dark if the reader prefers it', async () => {
    await using context = await browser.newContext({ colorScheme: 'dark' })
    const view = await context.newPage()
    await view.setContent(reportHtml(partial, { language: 'ja', timezone: 'Asia/Tokyo' }))
    const ground = await view.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(ground).not.toBe('rgb(255, 255, 255)')
  })
})
