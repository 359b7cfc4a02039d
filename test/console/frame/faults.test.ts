/**
 * Errors on pages are in the page's language and have a button. They never contain a command or an English text for the
 * log.
 */
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EXAMPLES } from '../../../lib/cli/help/examples.ts'
import { UnderWay } from '../../../lib/console/forms.ts'
import { faultPage, faultReason } from '../../../lib/console/frame/faults.ts'
import { AppError, ERROR_STATUS, type ErrorCode } from '../../../lib/core/errors.ts'
import { MESSAGES, phrase } from '../../../lib/core/language/catalogue.ts'
import { phraseError } from '../../../lib/core/language/phrase-error.ts'
import { textOf } from '../../../lib/core/language/text.ts'
import { LastingFault } from '../../../lib/core/store/store.ts'
import { CODE_REASONS } from '../../../lib/services/accounting/remote/errors.ts'
import { SAID } from '../../../lib/services/accounting/remote/words.ts'
import { viewIn } from '../view.ts'

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[]
const JAPANESE = { language: 'ja', timezone: 'Asia/Tokyo' } as const
const VIEW = viewIn('ja', '/console/item?kind=deal')
const COMMANDS = [...new Set(Object.keys(EXAMPLES).map(words => words.split(' ')[0]))]
const COMMAND = new RegExp(`\\bkura (?:${COMMANDS.join('|')})\\b|\\bnpx\\b|--[a-z]`)

describe('an error without words for people', () => {
  test.each(CODES)('%s', code => {
    const error = new AppError(code, 'Cannot go on with "x"', { hint: 'run kura settle --case x' })
    const page = String(faultPage(error, { id: 'trace' }, VIEW).body)
    expect(page).toMatch(/<a class="button first" href="\/console">[^<]*[ぁ-んァ-ヶ一-龠]/)
    expect(page).not.toMatch(/Cannot|kura settle|--case/)
    expect(textOf(faultReason(error), JAPANESE)).toMatch(/^(?!.*(Cannot|settle)).*[ぁ-んァ-ヶ一-龠]/)
  })
})

describe('the sentence of the service is shown', () => {
  const says = '今月のアップロードの上限に達しました'
  const details = { messages: [says] }
  const until = '2026-06-15T03:00:00.000Z'
  const hint = phrase(SAID.afterPause)
  test.each([
    ['with a pause', phraseError('limited', phrase(SAID.paused, { until }), { details, hint })],
    ['with a refusal', phraseError('remote_refused', phrase(CODE_REASONS.planLimit), { details })],
    ['with an error of an English text', new AppError('limited', 'Cannot call it', { details })],
  ])('%s', (_, error) => {
    expect(String(faultPage(error, { id: 'trace' }, VIEW).body).split(says)).toHaveLength(2)
    expect(textOf(faultReason(error), JAPANESE)).toContain(`サービスの説明：「${says}」`)
  })
})

test.each([
  [404, 'この項目はもうありません'],
  [422, '連携先のサービスが受け付けませんでした'],
])('a service that answers %i is not called silent', (status, title) => {
  const error = new AppError('remote_refused', 'Cannot GET "/deals/9"', { status })
  expect(faultPage(error, { id: 'trace' }, VIEW).title).toBe(title)
})

test.each([
  {
    name: 'the conflict of the work is an outcome of the old number',
    error: new AppError('conflict', 'x'),
    form: 'n',
  },
  { name: 'a first post that is under way keeps its number', error: new UnderWay(), form: 'old' },
])('the button that tries again: $name', ({ error, form }) => {
  const sent = { path: '/console/item', fields: { form: 'old', day: '4/30' } }
  const page = faultPage(error, { id: 'trace', form: sent }, VIEW)
  expect(page.status).toBe(409)
  expect(String(page.body)).toContain(`name="form">${form}</textarea>`)
  expect(String(page.body)).toContain('name="day">4/30</textarea>')
})

test('a store that waiting does not mend is no invitation to wait', () => {
  const hint = 'copy the token again'
  const error = new LastingFault('store_unavailable', 'Cannot read "x": it refuses the token', { hint })
  expect(textOf(faultReason(error), JAPANESE)).toBe('kuraの記録を使えません')
  const page = String(faultPage(error, { id: 'trace' }, VIEW).body)
  expect(page).toContain('待っても直りません')
  expect(page).not.toMatch(/数分後|token/)
})

test('no text of the console and of an open item names a command', async () => {
  const rooms = resolve(import.meta.dirname, '../../../lib')
  const files = readdirSync(rooms, { recursive: true, encoding: 'utf8' }).filter(file =>
    /^(?:console|services)\/.*words\.ts$/.test(file),
  )
  for (const file of files) await import(resolve(rooms, file))
  const texts = [...MESSAGES]
    .filter(([id]) => /^(?:console|notices\.\w+\.(?:title|line|meaning|act|over)$)/.test(id))
    .flatMap(([id, { en, ja }]) => [[id, en] as const, [id, ja] as const])
  const named = texts.filter(([, text]) => COMMAND.test(text))
  expect(named).toEqual([])
  expect(texts.length).toBeGreaterThan(300)
})
