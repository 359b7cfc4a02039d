import { describe, expect, test } from 'vitest'
import { classifySubject, namedDomains, readMessageHead } from '../../../lib/services/registrar/mail.ts'

const message = (...lines: string[]) => [...lines, '', 'Subject: in the body', 'text'].join('\r\n')

describe('readMessageHead()', () => {
  const subjects = [
    { name: 'plain', line: 'Subject: ACTION REQUIRED: Verify', want: 'ACTION REQUIRED: Verify' },
    { name: 'in UTF-8, base64', line: 'Subject: =?UTF-8?B?56K66KqN44Gu44GK6aGY44GE?=', want: '確認のお願い' },
    { name: 'in ISO-2022-JP', line: 'subject: =?iso-2022-jp?B?GyRCM05HJxsoQg==?= 15', want: '確認 15' },
    { name: 'quoted-printable', line: 'Subject: =?utf-8?Q?Verify_=E7=A2=BA=E8=AA=8D?=', want: 'Verify 確認' },
    {
      name: 'folded, in two encoded words',
      line: 'Subject: =?UTF-8?B?56K66KqN?=\r\n =?UTF-8?B?44Gu44GK6aGY44GE?= now',
      want: '確認のお願い now',
    },
    { name: 'folded plain text', line: 'Subject: Verify\r\n\tyour contact', want: 'Verify your contact' },
    {
      name: 'an unknown character set, as it is',
      line: 'Subject: =?x-none?B?eA==?=',
      want: '=?x-none?B?eA==?=',
    },
    { name: 'with a language', line: 'Subject: =?utf-8*en?Q?Verify?=', want: 'Verify' },
  ]
  test.each(subjects)('a subject $name', ({ line, want }) => {
    expect(readMessageHead(message('From: a@b.example', line)).subject).toBe(want)
  })

  const senders = [
    { line: 'From: Registrar <No-Reply@Registrar.example>', want: 'no-reply@registrar.example' },
    { line: 'From: no-reply@registrar.example', want: 'no-reply@registrar.example' },
    { line: 'X-From: a@b.example', want: '' },
  ]
  test.each(senders)('$line', ({ line, want }) => {
    expect(readMessageHead(message(line, 'Subject: x')).from).toBe(want)
  })

  test('the date, if it can be read', () => {
    const head = message('Subject: x', 'Date: Tue, 16 Jun 2026 09:00:00 +0900')
    expect(readMessageHead(head).date).toBe(Date.UTC(2026, 5, 16))
    expect(readMessageHead(message('Subject: x', 'Date: soon'))).not.toHaveProperty('date')
  })

  test.each([{ text: '' }, { text: 'just text' }, { text: '\r\n\r\nSubject: x' }])(
    'a message without a subject is refused: "$text"',
    ({ text }) => {
      expect(() => readMessageHead(text)).toThrow(expect.objectContaining({ code: 'usage' }))
    },
  )
})

test('gives no control character on, which would write on the terminal', () => {
  const word = `=?utf-8?B?${Buffer.from('\u001b[2J\u009bVer\r\nify').toString('base64')}?=`
  const head = readMessageHead(`Subject: ${word}\nFrom: <a\u001b[1m@x.example>\n\n`)
  expect(head).toEqual({ subject: '[2J Ver ify', from: 'a[1m@x.example' })
})

describe('classifySubject()', () => {
  const rows = [
    {
      subject: 'ACTION REQUIRED: Verify your contact information for example.com',
      words: ['ACTION REQUIRED', 'Verify'],
      verification: true,
    },
    { subject: '[Action Required] please verify', words: ['ACTION REQUIRED', 'Verify'], verification: true },
    {
      subject: '【ＡＣＴＩＯＮ　ＲＥＱＵＩＲＥＤ】ご連絡先の確認',
      words: ['ACTION REQUIRED', '確認'],
      verification: true,
    },
    { subject: 'Verify your domain', words: ['Verify'], verification: false },
    { subject: '登録者情報の確認をお願いします', words: ['確認'], verification: false },
    { subject: '15日以内にお手続きください', words: ['以内に'], verification: false },
    { subject: 'Reminder: action required', words: ['ACTION REQUIRED'], verification: false },
    { subject: 'Your receipt from the registrar', words: [], verification: false },
    { subject: '領収書', words: [], verification: false },
  ]
  test.each(rows)('$subject', ({ subject, words, verification }) => {
    expect(classifySubject(subject)).toEqual({ deadline: words.length > 0, words, verification })
  })
})

describe('namedDomains()', () => {
  const known = ['example.com', 'sample.com', 'other.com', 'xn--wgv71a119e.com']
  const rows = [
    { subject: 'Verify example.com', want: ['example.com'] },
    { subject: 'Verify (EXAMPLE.com).', want: ['example.com'] },
    { subject: 'example.comの確認', want: ['example.com'] },
    { subject: '日本語.comの確認', want: ['xn--wgv71a119e.com'] },
    { subject: 'Verify example.com.br', want: [] },
    { subject: 'Verify sub.example.com', want: [] },
    { subject: '「example.com」の確認', want: ['example.com'] },
    { subject: 'Verify my-example.com', want: [] },
    { subject: 'Verify example.com and other.com', want: ['example.com', 'other.com'] },
    { subject: 'Verify', want: [] },
  ]
  test.each(rows)('$subject', ({ subject, want }) => expect(namedDomains(subject, known)).toEqual(want))
})
