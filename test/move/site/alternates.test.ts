import { describe, expect, test } from 'vitest'
import { readPage } from '../../../lib/move/facts/page-facts.ts'
import { say } from '../../../lib/move/phrase.ts'
import { createAlternateRegister } from '../../../lib/move/site/alternates.ts'
import { MOVE_VISIT } from '../../../lib/move/visit/words.ts'

const NEW = 'https://new.example'
const pageWith = (languages: Record<string, string>) =>
  readPage(
    Object.entries(languages)
      .map(([code, href]) => `<link rel="alternate" hreflang="${code}" href="${href}">`)
      .join(''),
    {},
  )

interface Row {
  readonly name: string
  /** The alternates of each page: paths by language. */
  readonly pages: Record<string, Record<string, string>>
  readonly gone?: string[]
  readonly want: string[]
}

const rows: Row[] = [
  {
    name: 'pages that name each other',
    pages: { '/': { en: '/', ja: '/ja' }, '/ja': { en: `${NEW}/`, ja: '/ja' } },
    want: [],
  },
  {
    name: 'a page that does not name back',
    pages: { '/': { ja: '/ja' }, '/ja': { ja: '/ja' } },
    want: [`failed ${NEW}/ names ${NEW}/ja as its page in "ja" by hreflang, which does not name it back`],
  },
  {
    name: 'a page that is gone',
    pages: { '/': { ja: '/ja' } },
    gone: ['/ja'],
    want: [`failed ${NEW}/ names ${NEW}/ja as its page in "ja" by hreflang, which answers 404, expected 200`],
  },
  { name: 'a default page need not name back', pages: { '/a': { 'x-default': '/' }, '/': {} }, want: [] },
  { name: 'pages of other sites are not compared', pages: { '/': { fr: 'https://fr.example/' } }, want: [] },
  { name: 'a page that was not read is not judged', pages: { '/': { ja: '/ja' } }, want: [] },
]

describe('createAlternateRegister()', () => {
  test.each(rows)('$name', ({ pages, gone = [], want }) => {
    const register = createAlternateRegister({ newHost: 'new.example' })
    for (const [path, languages] of Object.entries(pages))
      register.addPage(path, `${NEW}${path}`, pageWith(languages))
    for (const path of gone)
      register.addFault(path, { verdict: 'failed', phrase: say(MOVE_VISIT.answers, { status: 404 }).phrase })
    const found = register.findings().map(({ verdict, url, message }) => `${verdict} ${url} ${message}`)
    expect(found).toEqual(want)
  })

  test('an address that redirects stands for the page that it shows', () => {
    const register = createAlternateRegister({ newHost: 'new.example' })
    register.addPage('/', `${NEW}/`, pageWith({ ja: '/ja' }))
    register.addPage('/ja', `${NEW}/ja/`, pageWith({ en: '/' }))
    expect(register.findings()).toEqual([])
  })

  test('returns the targets, which are visited too', () => {
    const register = createAlternateRegister({ newHost: 'new.example' })
    const targets = register.addPage('/', `${NEW}/`, pageWith({ ja: '/ja', fr: 'https://fr.example/' }))
    expect(targets).toEqual([`${NEW}/ja`])
  })
})
