/** The report in a real browser. */
import { expect, test } from 'vitest'
import type { Locale } from '../../../lib/core/language/language.ts'
import { say } from '../../../lib/move/phrase.ts'
import { reportHtml } from '../../../lib/move/report/html.ts'
import { MOVE_SITE } from '../../../lib/move/site/words.ts'
import { describeInChromium, LOCALES, layoutProblems, problemsOf } from '../../helpers/chromium.ts'
import { turn } from '../../helpers/run/sampled.ts'
import { checkServed, html, page } from '../page/moved-pages.ts'

/** A4 in pixels, without its margins. */
const PAPER = { width: 680, height: 1009 }
const MARGIN = { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' }
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
const partial = {
  ...report,
  complete: false,
  notes: [say(MOVE_SITE.noteAliasMissing, { host: 'www.old.example' })],
}

const screens = [
  { name: 'the report', shown: report },
  { name: 'a partial report', shown: partial },
].flatMap((row, at) => turn(LOCALES, at).map(locale => ({ ...row, locale, language: locale.language })))

describeInChromium('the report of a move', open => {
  test.each(screens)('$name has no fault: $language', async ({ shown, locale }) => {
    const view = await open()
    const faults: string[] = []
    view.on('console', message => faults.push(message.text()))
    view.on('request', request => faults.push(request.url()))
    await view.setContent(reportHtml(shown, locale))
    expect(await problemsOf(view)).toEqual([])
    expect(faults).toEqual([])
    expect(await view.locator('html').getAttribute('lang')).toBe(locale.language)
    expect(await view.locator('h2').count()).toBeGreaterThanOrEqual(5)
    expect(await view.locator('h1').textContent()).toContain(await view.title())
  })

  test('leads from each name at its top to the card of the cause', async () => {
    const view = await open()
    await view.setContent(reportHtml(partial, LOCALES[0] as Locale))
    const links = view.locator('.causes a')
    const targets = await links.evaluateAll(found => found.map(link => link.getAttribute('href')))
    expect(targets.length).toBeGreaterThan(2)
    for (const [at, target] of targets.entries()) {
      const name = (await links.nth(at).textContent()) ?? 'none'
      expect(await view.locator(`article${target} h3`).textContent()).toContain(name)
    }
  })

  test.each(turn(LOCALES))('fits on paper, with dark words on white: $language', async locale => {
    const view = await open({ colorScheme: 'dark', viewport: PAPER })
    await view.setContent(reportHtml(partial, locale))
    await view.emulateMedia({ media: 'print' })
    expect(await layoutProblems(view)).toEqual([])
    expect(await view.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    const printed = (await view.pdf({ format: 'A4', margin: MARGIN })).toString('latin1')
    const pages = printed.match(/\/Type\s*\/Page\b/g)?.length ?? 0
    expect(pages).toBeGreaterThan(1)
    expect(pages).toBeLessThan(10)
  })

  test('is dark if the reader prefers it', async () => {
    const view = await open({ colorScheme: 'dark' })
    await view.setContent(reportHtml(partial, LOCALES[1] as Locale))
    const ground = await view.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(ground).not.toBe('rgb(255, 255, 255)')
  })
})
