import { describe, expect, test } from 'vitest'
import { classifySubject, namedDomains } from '../../../../lib/services/registrar/orders/mail.ts'

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

test.each([
  { subject: '\ufffd\ufffdのお知らせ' },
  { subject: '=?x-none?B?eA==?=' },
  { subject: 'Your receipt', unreadable: true },
])('classifySubject() never excludes a deadline in $subject', ({ subject, unreadable }) => {
  const options = unreadable === undefined ? {} : { unreadable }
  expect(classifySubject(subject, options)).toEqual({ deadline: 'unknown', words: [], verification: false })
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
