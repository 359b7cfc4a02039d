import { describe, expect, test } from 'vitest'
import { readMessageHead } from '../../../../lib/cli/commands/registrar/message-head.ts'

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
