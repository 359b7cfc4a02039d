import { describe, expect, test } from 'vitest'
import { readMessageHead } from '../../../../lib/cli/commands/registrar/mail.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'utf8') : Buffer.from(part))))
const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64')
const quoted = (data: Uint8Array) => [...data].map(byte => `=${byte.toString(16).toUpperCase()}`).join('')
const word = (label: string, data: Uint8Array) => `=?${label}?B?${base64(data)}?=`

/** 確認 in each charset. */
const UTF8 = bytes('確認')
const SJIS = Buffer.from([0x8a, 0x6d, 0x94, 0x46])
const EUC = Buffer.from([0xb3, 0xce, 0xc7, 0xa7])
const JIS = Buffer.from([0x1b, 0x24, 0x42, 0x33, 0x4e, 0x47, 0x27, 0x1b, 0x28, 0x42])
/** ① of NEC's row, as Windows writes it under the name of ISO-2022-JP. */
const JIS_NEC = Buffer.from([0x1b, 0x24, 0x42, 0x2d, 0x21, 0x33, 0x4e, 0x47, 0x27, 0x1b, 0x28, 0x42])

const readable = [
  {
    name: 'words of UTF-8 that are cut inside a character',
    subject: `${word('UTF-8', UTF8.subarray(0, 4))}\r\n ${word('utf-8', UTF8.subarray(4))}`,
    want: '確認',
  },
  {
    name: 'quoted words that are cut inside a character',
    subject: `=?utf-8?Q?${quoted(UTF8.subarray(0, 2))}?= =?utf-8?Q?${quoted(UTF8.subarray(2))}?=`,
    want: '確認',
  },
  {
    name: 'words of Shift_JIS that are cut inside a character',
    subject: `${word('Shift_JIS', SJIS.subarray(0, 3))} ${word('x-sjis', SJIS.subarray(3))}`,
    want: '確認',
  },
  {
    // each word ends in ASCII (RFC 2047, 2); Python's email.header writes all long Japanese subjects so
    name: 'words of ISO-2022-JP, each whole in itself',
    subject: `${word('iso-2022-jp', JIS)}\n ${word('iso-2022-jp', JIS)}`,
    want: '確認確認',
  },
  { name: 'iso-2022-jp-ms', subject: word('iso-2022-jp-ms', JIS_NEC), want: '①確認' },
  { name: 'CP50220', subject: word('CP50220', JIS_NEC), want: '①確認' },
  { name: 'cp50221', subject: word('cp50221', JIS), want: '確認' },
  { name: 'ISO-2022-JP under the name of UTF-8', subject: word('UTF-8', JIS), want: '確認' },
  { name: 'ISO-2022-JP under a name of no charset', subject: word('x-none', JIS), want: '確認' },
  { name: 'raw ISO-2022-JP', subject: JIS, want: '確認' },
  { name: 'raw Shift_JIS', subject: SJIS, want: '確認' },
  { name: 'raw UTF-8', subject: UTF8, want: '確認' },
  { name: 'Shift_JIS under the name of UTF-8', subject: word('utf-8', SJIS), want: '確認' },
  { name: 'Shift_JIS under the name of ASCII', subject: word('us-ascii', SJIS), want: '確認' },
  { name: 'cp932', subject: word('cp932', SJIS), want: '確認' },
  { name: 'windows-31j', subject: word('Windows-31J', SJIS), want: '確認' },
  { name: 'EUC-JP', subject: word('EUC-JP', EUC), want: '確認' },
  { name: 'eucJP-ms', subject: word('eucJP-ms', EUC), want: '確認' },
  {
    name: 'two charsets',
    subject: `${word('utf-8', UTF8)} ${word('iso-2022-jp', JIS)} x`,
    want: '確認確認 x',
  },
]
test.each(readable)('a subject is read: $name', async ({ subject, want }) => {
  const head = await readMessageHead(
    bytes('From: a@b.example\r\nSubject: ', [...Buffer.from(subject)], '\r\n\r\nx'),
  )
  expect(head).toEqual({ subject: want, from: 'a@b.example' })
})

const unreadable = [
  {
    name: 'UTF-8 that ends inside a character',
    subject: word('utf-8', UTF8.subarray(0, 4)),
    want: '確\ufffd',
  },
  { name: 'raw UTF-8 that ends inside a character', subject: UTF8.subarray(0, 5), want: '確\ufffd' },
  { name: 'an unknown label', subject: word('x-none', bytes('Receipt')), want: 'Receipt' },
  { name: 'Shift_JIS that ends inside a character', subject: SJIS.subarray(0, 3), want: /\ufffd/ },
  { name: 'bytes that are EUC-JP or Shift_JIS', subject: EUC, want: /./ },
  { name: 'bytes of no charset', subject: Buffer.from([0xff, 0xfe, 0x41]), want: /\ufffd.*A/ },
]
test.each(unreadable)('a subject is unreadable: $name', async ({ subject, want }) => {
  const head = await readMessageHead(bytes('Subject: ', [...Buffer.from(subject)], '\r\n\r\nx'))
  expect(head).toEqual({
    subject: typeof want === 'string' ? want : expect.stringMatching(want),
    from: '',
    unreadable: true,
  })
})

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
      name: 'in an unknown character set, as far as it can be read',
      line: 'Subject: =?x-none?B?eA==?=',
      want: 'x',
    },
    { name: 'with a language', line: 'Subject: =?utf-8*en?Q?Verify?=', want: 'Verify' },
  ]
  test.each(subjects)('a subject $name', async ({ line, want }) => {
    expect((await readMessageHead(message('From: a@b.example', line))).subject).toBe(want)
  })

  const senders = [
    { line: 'From: Registrar <No-Reply@Registrar.example>', want: 'no-reply@registrar.example' },
    { line: 'From: no-reply@registrar.example', want: 'no-reply@registrar.example' },
    { line: 'X-From: a@b.example', want: '' },
    // a sender can choose any text as the name
    { line: 'From: "Registrar <a@b.example>" <thief@evil.example>', want: 'thief@evil.example' },
    { line: 'From: "a@b.example" <thief@evil.example>', want: 'thief@evil.example' },
    { line: 'From: (a@b.example) <thief@evil.example>', want: 'thief@evil.example' },
    {
      line: 'From: =?utf-8?q?Registrar_=3Ca=40b=2Eexample=3E?= <thief@evil.example>',
      want: 'thief@evil.example',
    },
  ]
  test.each(senders)('$line', async ({ line, want }) => {
    expect((await readMessageHead(message(line, 'Subject: x'))).from).toBe(want)
  })

  test('the date, if it can be read', async () => {
    const head = message('Subject: x', 'Date: Tue, 16 Jun 2026 09:00:00 +0900')
    expect((await readMessageHead(head)).date).toBe(Date.UTC(2026, 5, 16))
    expect(await readMessageHead(message('Subject: x', 'Date: soon'))).not.toHaveProperty('date')
  })

  test.each([{ text: '' }, { text: 'just text' }, { text: '\r\n\r\nSubject: x' }])(
    'a message without a subject is refused: "$text"',
    async ({ text }) => {
      await expect(readMessageHead(text)).rejects.toMatchObject({ code: 'usage' })
    },
  )
})

test('gives no control character on, which would write on the terminal', async () => {
  const word = `=?utf-8?B?${Buffer.from('\u001b[2J\u009bVer\r\nify').toString('base64')}?=`
  const head = await readMessageHead(`Subject: ${word}\nFrom: <a\u001b[1m@x.example>\n\n`)
  expect(head).toEqual({ subject: '[2J Ver ify', from: 'a[1m@x.example' })
})
