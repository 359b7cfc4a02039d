/** The pages in both languages; and in Chromium, if this machine has one, at the width of a phone and of a desk. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locale } from '../../../lib/language/language.ts'
import { pageHtml, type Shown } from '../../../lib/tokens/browser/page.ts'
import { COMPANY, createWorld, OTHER } from './world.ts'

const LOCALES: readonly Locale[] = [
  { language: 'en', timezone: 'Europe/Berlin' },
  { language: 'ja', timezone: 'Asia/Tokyo' },
]

const question = { kind: 'ask', token: 't', replaces: undefined, until: Date.UTC(2026, 3, 1) } as const
const admin = { ...COMPANY, role: 'admin' }
const reader = { ...OTHER, role: 'read_only' }

/** Every page, by name. */
const PAGES: Readonly<Record<string, Shown>> = {
  first: { ...question, why: 'first', company: admin, current: undefined },
  same: { ...question, why: 'same', company: admin, current: COMPANY },
  change: { ...question, why: 'change', company: reader, current: COMPANY },
  changeUnknown: { ...question, why: 'change', company: { ...admin, role: 'new_role' }, current: undefined },
  bare: { ...question, why: 'first', company: { id: 5, number: '', name: '' }, current: undefined },
  foreign: { kind: 'foreign', companies: [reader], current: COMPANY, named: undefined },
  foreignNamed: { kind: 'foreign', companies: [reader], current: COMPANY, named: '8101234567' },
  foreignSeveral: { kind: 'foreign', companies: [admin, reader], current: undefined, named: undefined },
  kept: { kind: 'kept', company: admin },
  declined: { kind: 'declined' },
  replaced: { kind: 'replaced' },
  denied: { kind: 'denied' },
  waiting: { kind: 'waiting' },
  notBack: { kind: 'not_back' },
  interrupted: { kind: 'interrupted' },
  failed: { kind: 'failed', reason: 'invalid_grant' },
  notValid: { kind: 'refused', why: 'not_valid' },
  otherBrowser: { kind: 'refused', why: 'other_browser' },
  otherState: { kind: 'refused', why: 'other_state' },
  noCookie: { kind: 'refused', why: 'no_cookie' },
  stale: { kind: 'refused', why: 'stale' },
  error: { kind: 'error', text: 'Cannot reach the store' },
}
const cases = Object.keys(PAGES).flatMap(name =>
  LOCALES.map(locale => ({ name, language: locale.language, locale })),
)

function pageOf(name: string, locale: Locale): string {
  return pageHtml(PAGES[name] as Shown, locale)
}

const JAPANESE = /[ぁ-んァ-ヶ一-龯]/

test.each(cases)(
  '$name in $language has its language, one heading and no markup of outside',
  ({ name, locale }) => {
    const html = pageOf(name, locale)
    expect(html).toContain(`<html lang="${locale.language}">`)
    expect(html.match(/<h1>/g)).toHaveLength(1)
    const words = html
      .replaceAll(COMPANY.name, '')
      .replaceAll(OTHER.name, '')
      .replaceAll(/<style>.*?<\/style>/gs, '')
    expect(JAPANESE.test(words)).toBe(locale.language === 'ja')
    expect(html).not.toMatch(/undefined|\[object|&amp;lt;/)
  },
)

test('a text of the service is text', () => {
  const name = '<script>alert(1)</script>" onload="x\u202e'
  const company = { ...COMPANY, name, number: '<i>', role: '<b>' }
  for (const shown of [
    { ...question, why: 'change', company, current: company },
    { kind: 'foreign', companies: [company], current: company, named: '<u>' },
    { kind: 'kept', company },
    { kind: 'failed', reason: '<s>' },
    { kind: 'error', text: '<em>' },
  ] satisfies Shown[])
    for (const locale of LOCALES) {
      const html = pageHtml(shown, locale)
      expect(html).not.toMatch(/<script|<i>|<b>|<u>|<s>|<em>|" onload|\u202e/)
    }
})

test('the reason of the service is in the language of the page', () => {
  const [, ja] = LOCALES as readonly [Locale, Locale]
  expect(pageHtml({ kind: 'failed', reason: 'no_answer' }, ja)).toContain('（応答なし）')
})

test('a page with the books of another company has no button, and the command to change the books', () => {
  for (const name of ['foreign', 'foreignNamed', 'foreignSeveral']) {
    const html = pageOf(name, LOCALES[0] as Locale)
    expect(html).not.toContain('<button')
    expect(html).toMatch(/kura accounting authorize --company (0091234567|NUMBER)</)
  }
})

const EXECUTABLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
const views = LOCALES.flatMap(locale =>
  SIZES.map(size => ({ locale, size, name: `${locale.language}, ${size.width}` })),
)

/** Runs in the page, which has other globals than this file: so it is a text. */
const LOOK = `(() => {
  const root = document.documentElement
  const texts = [...document.querySelectorAll('h1, p, dt, dd, button, pre')]
  return {
    overflow: root.scrollWidth - root.clientWidth,
    outside: texts.filter(text => text.getBoundingClientRect().right > window.innerWidth + 1).length,
    smallest: Math.min(...texts.map(text => Number.parseFloat(getComputedStyle(text).fontSize))),
    low: [...document.querySelectorAll('button')].filter(button => button.getBoundingClientRect().height < 44).length,
  }
})()`

if (EXECUTABLE === undefined) console.warn('SKIPPED: there is no Chromium, so no browser opened the pages')

describe.skipIf(EXECUTABLE === undefined)('in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: EXECUTABLE ?? '', args: ['--no-sandbox'] })
  })
  afterAll(() => browser?.close())

  test.each(views)('every page fits and can be read: $name', async ({ locale, size }) => {
    await using context = await browser.newContext({ viewport: size })
    const view = await context.newPage()
    for (const name of Object.keys(PAGES)) {
      await view.setContent(pageOf(name, locale))
      expect({ name, ...((await view.evaluate(LOOK)) as object) }).toEqual({
        name,
        overflow: 0,
        outside: 0,
        low: 0,
        smallest: expect.toSatisfy((size: number) => size >= 14),
      })
    }
  })

  test('the whole way with the keyboard alone: the browser keeps the cookie, and takes the policy', async () => {
    const world = await createWorld()
    await using context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    const view = await context.newPage()
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
