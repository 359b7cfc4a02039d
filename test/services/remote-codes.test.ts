/**
 * Every error code that ../shared/reference/UPSTREAMS.md names has words of kura in both languages. The codes of the
 * accounting service are read from its trap list, those of the registrar from the row of a purchase, and those of the
 * chat platform from its row of codes.
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AppError } from '../../lib/core/errors.ts'
import type { Locale } from '../../lib/core/language/language.ts'
import { textOf } from '../../lib/core/language/text.ts'
import { errorFromResponse } from '../../lib/core/remote/error-from-response.ts'
import { PROFILE as ACCOUNTING } from '../../lib/services/accounting/remote/client.ts'
import { anyReply } from '../../lib/services/accounting/remote/schema.ts'
import { channelCall } from '../../lib/services/chat/remote/calls.ts'
import { PROFILE as CHAT } from '../../lib/services/chat/remote/errors.ts'
import { outcomeError } from '../../lib/services/registrar/purchase/errors.ts'

const FILE = resolve(import.meta.dirname, '../../../shared/reference/UPSTREAMS.md')
const LOCALES: readonly Locale[] = [
  { language: 'en', timezone: 'UTC' },
  { language: 'ja', timezone: 'Asia/Tokyo' },
]

const notes = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
const named = (row: RegExp, code: RegExp): string[] => [...new Set(row.exec(notes)?.[0].match(code) ?? [])]

const said = (error: AppError | undefined): string[] =>
  LOCALES.map(locale =>
    [error?.phrase, error?.hintPhrase].map(text => (text ? textOf(text, locale) : '')).join(' '),
  )

const answer = (status: number, body: unknown) => ({
  reply: { status, body, headers: new Headers() },
  token: 'the-token',
})
const call = { method: 'GET', path: '/deals', reply: anyReply } as const

const REMOTES = [
  {
    remote: 'the accounting service',
    codes: [
      ...named(/Traps\. A 401 [\s\S]*?: refresh/, /[a-z]+(?:_[a-z]+)+/g),
      ...named(/\| 401 codes \|.*/, /[a-z]+(?:_[a-z]+)+/g),
    ],
    errorOf: (code: string) => errorFromResponse(call, answer(401, { code }), ACCOUNTING),
  },
  {
    remote: 'the registrar',
    codes: [
      ...named(/(?<=\| buy 400 codes \|).*/, /[a-z]+(?:_[a-z]+)+/g),
      ...named(/(?<=\| 429 \| )too_many_requests/, /[a-z_]+/g),
    ],
    errorOf: (code: string) =>
      outcomeError('example.com', { outcome: 'refused', status: 400, code, fields: [] }),
  },
  {
    remote: 'the chat platform',
    codes: named(/\| codes \| 10003.*/, /\d{5}/g),
    errorOf: (code: string) => errorFromResponse(channelCall('9'), answer(400, { code: Number(code) }), CHAT),
  },
]

describe.skipIf(notes === '')('the notes about the remotes', () => {
  test.each(REMOTES)('name codes of $remote, each with words in both languages', ({ codes, errorOf }) => {
    expect(codes.length).toBeGreaterThan(5)
    const withoutCode = (texts: string[], code: string) => texts.map(text => text.replaceAll(code, ''))
    const unknown = withoutCode(said(errorOf('99999')), '99999')
    const wordless = codes.filter(code =>
      withoutCode(said(errorOf(code)), code).some((text, index) => text.trim() === unknown[index]?.trim()),
    )
    expect(wordless).toEqual([])
  })
})
