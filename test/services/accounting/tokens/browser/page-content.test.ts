/** Which texts of the catalogue each page has, and what a person can do on it. */
import { describe, expect, test } from 'vitest'
import type { Locale } from '../../../../../lib/core/language/language.ts'
import { english, sayIn } from '../../../../../lib/core/language/text.ts'
import { pageHtml, type Shown } from '../../../../../lib/services/accounting/tokens/browser/page.ts'
import { AUTHORIZATION } from '../../../../../lib/services/accounting/tokens/browser/words.ts'
import { CONFIRM } from './world.ts'

const LOCALE: Locale = { language: 'en', timezone: 'Asia/Tokyo' }

const ONE = { id: 1, number: '8101234567', name: 'one' }
const TWO = { id: 2, number: '', name: '' }
const UNTIL = Date.UTC(2026, 3, 1)

const say = sayIn(LOCALE)
const plain = (key: keyof typeof AUTHORIZATION) => english({ id: AUTHORIZATION[key].id, values: {} })
const NEW_LINK = [plain('newLink'), 'kura accounting authorize']

const htmlOf = (shown: Shown) => pageHtml(shown, LOCALE).replace(/<\/?(?:span|small|code|a)\b[^>]*>/g, '')

/** The texts of the page after its mark. */
function textsOf(shown: Shown): string[] {
  const [, main = ''] = htmlOf(shown).split('<p class="mark">Authorize kura</p>')
  const texts = main.replaceAll(/<[^>]+>/g, '\n').split('\n')
  return texts.map(text => text.trim()).filter(text => text !== '')
}

const question = { kind: 'ask', company: ONE, replaces: 'op', token: 't"', until: UNTIL } as const

describe('the question', () => {
  const facts = (role: string[], inUse: string) => [
    ...['Company', 'one', 'Office number', '8101234567', 'Company id', '1'],
    ...[...role, 'In use now', inUse],
  ]
  const rows = [
    {
      name: 'for first books',
      shown: { ...question, why: 'first', current: undefined },
      text: plain('askFirst'),
      facts: facts([], 'none'),
      warnings: [],
    },
    {
      name: 'for those in use, from an administrator',
      shown: { ...question, why: 'same', current: ONE, company: { ...ONE, role: 'admin' } },
      text: plain('askSame'),
      facts: facts(['Your role there', 'administrator'], 'one (1)'),
      warnings: [],
    },
    {
      name: 'for other books, from somebody who may only read',
      shown: { ...question, why: 'change', current: TWO, company: { ...ONE, role: 'read_only' } },
      text: plain('askFirst'),
      facts: facts(['Your role there', 'only reading'], '2'),
      warnings: [say(AUTHORIZATION.askChange, { from: '2' }), plain('notAdmin')],
    },
    {
      name: 'for books that may be others',
      shown: { ...question, why: 'change', current: undefined, company: TWO },
      text: plain('askFirst'),
      facts: ['Company', '2', 'Company id', '2', 'In use now', 'none'],
      warnings: [plain('askUnknown')],
    },
  ] as const
  test.each(rows)('$name', ({ shown, text, facts, warnings }) => {
    const around = [plain('ask'), say(AUTHORIZATION.until, { at: UNTIL }), plain('keep'), plain('drop')]
    const html = htmlOf(shown)
    expect(textsOf(shown).sort()).toEqual([...around, text, ...facts, ...warnings].sort())
    expect(html.match(/(?<=<p class="warning">)[^<]*/g) ?? []).toEqual(warnings)
    for (const [at, name] of facts.entries())
      if (at % 2 === 0) expect(html).toContain(`<dt>${name}</dt><dd>${facts[at + 1]}</dd>`)
  })

  test('is answered to its own address, with its token', () => {
    const html = htmlOf({ ...question, why: 'first', current: undefined })
    expect(html).toContain(`<form method="post" action="${CONFIRM}">`)
    expect(html).toContain('<input type="hidden" name="token" value="t&quot;">')
    for (const answer of ['keep', 'drop'] as const)
      expect(html).toContain(`name="answer" value="${answer}">${plain(answer)}</button>`)
  })
})

describe('foreign books', () => {
  const several = { opened: plain('openedSeveral'), used: plain('usesUnknown') }
  const rows = [
    {
      name: 'of one company, others in use',
      shown: { companies: [ONE], current: TWO, named: undefined },
      values: { opened: 'one (1)', used: say(AUTHORIZATION.usesOther, { company: '2' }) },
      company: '8101234567',
    },
    {
      name: 'of one company, another named',
      shown: { companies: [TWO], current: ONE, named: '3' },
      values: { opened: '2', used: say(AUTHORIZATION.wantsNamed, { named: '3' }) },
      company: '2',
    },
    {
      name: 'of several companies',
      shown: { companies: [ONE, TWO], current: undefined, named: undefined },
      values: several,
      company: 'NUMBER',
    },
    {
      name: 'of no known company',
      shown: { companies: [], current: undefined, named: undefined },
      values: several,
      company: 'NUMBER',
    },
  ]
  test.each(rows)('$name', ({ shown, values, company }) => {
    expect(textsOf({ kind: 'foreign', ...shown })).toEqual([
      plain('foreign'),
      say(AUTHORIZATION.foreignText, values),
      plain('foreignAct'),
      `kura accounting authorize --company ${company}`,
    ])
  })
})

const rows: readonly { readonly shown: Shown; readonly texts: readonly string[] }[] = [
  {
    shown: { kind: 'kept', company: ONE },
    texts: [plain('kept'), 'Company', 'one (1)', plain('keptText')],
  },
  {
    shown: { kind: 'failed', reason: 'invalid_grant' },
    texts: [plain('failed'), say(AUTHORIZATION.failedText, { reason: 'invalid_grant' }), ...NEW_LINK],
  },
  { shown: { kind: 'interrupted' }, texts: [plain('failed'), plain('interruptedText'), ...NEW_LINK] },
  { shown: { kind: 'declined' }, texts: [plain('declined'), plain('declinedText')] },
  { shown: { kind: 'denied' }, texts: [plain('denied'), plain('deniedText')] },
  { shown: { kind: 'replaced' }, texts: [plain('replaced'), plain('replacedText')] },
  { shown: { kind: 'waiting' }, texts: [plain('waiting'), plain('waitingText')] },
  { shown: { kind: 'not_back' }, texts: [plain('notBack'), plain('notBackText')] },
  { shown: { kind: 'error', text: 'a < b' }, texts: [plain('error'), 'a &lt; b', plain('errorAct')] },
  { shown: { kind: 'preview' }, texts: [plain('preview'), plain('previewText')] },
  {
    shown: { kind: 'wrong_request', text: 'a < b' },
    texts: [plain('wrongRequest'), plain('wrongRequestText'), 'a &lt; b'],
  },
  {
    shown: { kind: 'refused', why: 'not_valid' },
    texts: [plain('notValid'), plain('notValidText'), ...NEW_LINK],
  },
  {
    shown: { kind: 'refused', why: 'other_state' },
    texts: [plain('notValid'), plain('otherStateText'), ...NEW_LINK],
  },
  {
    shown: { kind: 'refused', why: 'other_browser' },
    texts: [plain('otherBrowser'), plain('otherBrowserText'), ...NEW_LINK],
  },
  { shown: { kind: 'refused', why: 'no_cookie' }, texts: [plain('noCookie'), plain('noCookieText')] },
  {
    shown: { kind: 'refused', why: 'stale' },
    texts: [plain('stale'), plain('staleText'), plain('toQuestion')],
  },
]
test.each(rows)('$shown.kind $shown.why', ({ shown, texts }) => {
  expect(textsOf(shown)).toEqual(texts)
  expect(htmlOf(shown)).toContain(`<title>${texts[0]} - Authorize kura</title>`)
})

test('an answer to another question leads back to the question', () => {
  const html = pageHtml({ kind: 'refused', why: 'stale' }, LOCALE)
  expect(html).toContain(`<a href="${CONFIRM}">${plain('toQuestion')}</a>`)
})

test.each([
  { companies: [ONE], ja: '許可されたのは「one (1)」の帳簿ですが、kura が使っているのは「2」の帳簿です。' },
  {
    companies: [ONE, TWO],
    ja: '許可されたのは複数の事業所のいずれかの帳簿ですが、kura が使っているのは「2」の帳簿です。',
  },
])('foreign books read as one Japanese sentence: $ja', ({ companies, ja }) => {
  const shown: Shown = { kind: 'foreign', companies, current: TWO, named: undefined }
  expect(pageHtml(shown, { ...LOCALE, language: 'ja' })).toContain(ja)
})
