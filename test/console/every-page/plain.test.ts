/**
 * What people read on every page, in both languages: no ids, digests or codes outside the folded details, no half-width
 * comma or colon in Japanese, and no size of nothing.
 */
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../lib/core/language/language.ts'
import { fileInBox, proposed } from '../pages/to-do/world.ts'
import { crawl } from './crawl.ts'
import { furnished } from './furnished.ts'

/** A digest, an id, a word of a program; the exact text of a statement has them, and stands in `pre`. */
const CODE = /sha256:|[0-9a-f]{16}|[0-9a-f]{8}-[0-9a-f]{4}-|\b[a-z]+_[a-z]+|\b\d{9,}/
/** How many pages are read in each language: those of one item or row look like those of another. */
const MOST = 45
const HALF_WIDTH = /[ぁ-んァ-ヶ一-龠]\s?[,:;] |\b0\.0\b/

/** Returns the lines of a page's text, without what is folded. */
function plainLines(page: string): string[] {
  let text = page.slice(page.indexOf('<main')).replaceAll(/<(script|style|pre|q)\b.*?<\/\1>/gs, '')
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replaceAll(/<details[^>]*>(?:(?!<details).)*?<\/details>/gs, '')
  }
  return text.split(/<[^>]*>/).map(line => line.trim())
}

test('every page is in words, and in those of its language', async () => {
  const world = await furnished()
  await proposed(world, 'receipt 9', { receipt_ids: [await fileInBox(world)] })
  for (const language of LANGUAGES) {
    const headers = { cookie: `__Host-kura-session=${world.session}; __Host-kura-language=${language}` }
    const pages = await crawl({ open: path => world.open(path, { headers }) }, MOST)
    const wrong = [...pages].flatMap(([path, page]) =>
      plainLines(page)
        .filter(line => CODE.test(line) || (language === 'ja' && HALF_WIDTH.test(line)))
        .map(line => `${path.replace(/\?.*/s, '')}: ${line}`),
    )
    expect([...new Set(wrong)]).toEqual([])
    expect(pages.size).toBeGreaterThan(20)
  }
})
