/** The report in a real browser: Chromium, if this machine has one, at the width of a phone and of a desk. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locale } from '../../../lib/language/language.ts'
import { say } from '../../../lib/move/phrase.ts'
import { reportHtml } from '../../../lib/move/report/html.ts'
import { checkServed, html, page } from '../page/moved-pages.ts'

const EXECUTABLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)

const LOCALES: Locale[] = [
  { language: 'en', timezone: 'Europe/Berlin' },
  { language: 'ja', timezone: 'Asia/Tokyo' },
]
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
const cases = LOCALES.flatMap(locale =>
  SIZES.map(size => ({ locale, size, name: `${locale.language}, ${size.width}` })),
)

const LONG = `/${'a-very-long-name-without-a-break'.repeat(6)}`
/** A report with findings of every kind: pages, links, unknown addresses, notes, a partial end. */
const report = await checkServed({
  pages: ['/', '/about/', LONG],
  change: ({ host, path }) => {
    if (host === 'old.example' && path.startsWith(LONG)) return { status: 403 }
    if (host !== 'new.example' || path !== '/about/') return undefined
    const head =
      '<meta property="og:url" content="https://old.example/"><meta name="robots" content="noindex">'
    return html(page('/about/', { head, body: `<a href="${LONG}/gone">gone</a>` }))
  },
})
const partial = { ...report, complete: false, notes: [say('noteAliasMissing', { host: 'www.old.example' })] }

interface Seen {
  readonly language: string
  /** Pixels that the page is wider than the window. */
  readonly overflow: number
  /** Texts that have no width, or none of their own. */
  readonly empty: number
  /** Texts that end outside the window. */
  readonly outside: number
  /** Pixels of the smallest letter. */
  readonly smallest: number
  readonly headings: number
  /** Tables of which a part is seen only by scrolling. */
  readonly cut: number
}

/** Runs in the page, which has other globals than this file: so it is a text. */
const LOOK = `(() => {
  const texts = [...document.querySelectorAll('h1, h2, .findings li, header .badge, article .badge, .numbers dd, .times')]
  const root = document.documentElement
  return {
    language: root.lang,
    overflow: root.scrollWidth - root.clientWidth,
    empty: texts.filter(text => text.getBoundingClientRect().width === 0 || text.textContent === '').length,
    outside: texts.filter(text => text.getBoundingClientRect().right > window.innerWidth + 1).length,
    smallest: Math.min(...texts.map(text => Number.parseFloat(getComputedStyle(text).fontSize))),
    headings: document.querySelectorAll('h2').length,
    cut: [...document.querySelectorAll('.wide')].filter(table => table.scrollWidth > table.clientWidth).length,
  }
})()`

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
    const seen: Seen = await view.evaluate(LOOK)
    expect(faults).toEqual([])
    expect(seen).toMatchObject({ language: locale.language, overflow: 0, empty: 0, outside: 0, cut: 0 })
    expect(seen.smallest).toBeGreaterThanOrEqual(12)
    expect(seen.headings).toBeGreaterThanOrEqual(7)
    await view.locator('summary').first().click()
    expect(await view.locator('.trails').first().isVisible()).toBe(true)
  })

  test('is dark if the reader prefers it', async () => {
    await using context = await browser.newContext({ colorScheme: 'dark' })
    const view = await context.newPage()
    await view.setContent(reportHtml(partial, { language: 'ja', timezone: 'Asia/Tokyo' }))
    const ground = await view.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(ground).not.toBe('rgb(255, 255, 255)')
  })
})
