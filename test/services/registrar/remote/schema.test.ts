import { describe, expect, test } from 'vitest'
import { checkContact } from '../../../../lib/services/registrar/remote/contact.ts'
import { readError } from '../../../../lib/services/registrar/remote/schema.ts'
import { readPhone, readTypedContact } from '../../../../lib/services/registrar/remote/typed-contact.ts'

describe('schema', () => {
  const issue = (...path: unknown[]) => ({ issues: [{ path }] })
  const rows = [
    { name: 'a flat error', body: { code: 'a', message: 'b' }, want: { code: 'a', message: 'b' } },
    {
      name: 'a wrapped error',
      body: { error: { code: 'a', message: 'b' } },
      want: { code: 'a', message: 'b' },
    },
    {
      name: 'a code that is none',
      body: { code: 5, message: ['b'], ...issue('zip') },
      want: { fields: ['zip'] },
    },
    {
      name: 'an issue with its path',
      body: issue('contactInformation', 'address1'),
      want: { fields: ['address1'] },
    },
    { name: 'an issue without a path', body: { issues: [{}] }, want: {} },
    { name: 'issues that are none', body: { issues: 'zip', code: 'a' }, want: { code: 'a' } },
    { name: 'contact data behind a name', body: issue('email hanako@registrant.example'), want: {} },
    { name: 'contact data before a name', body: issue('+81.398765432 phone'), want: {} },
    { name: 'a position', body: issue('domains', 0), want: {} },
    { name: 'a wait', body: { retryAfter: { value: 30 } }, want: { retryAfter: 30 } },
    { name: 'a wait in words', body: { retryAfter: { value: 'soon' } }, want: {} },
    { name: 'a page', body: '<html>', want: {} },
  ]
  test.each(rows)('of an error is read: $name', ({ body, want }) => {
    expect(readError(body)).toEqual({ fields: [], ...want })
  })
})

test.each([
  ['150-0002', 'JP', '150-0002'],
  ['〒１５０－０００２', 'JP', '150-0002'],
  ['〒 150−0002', '', '150-0002'],
  ['150ー0002', 'JP', '150-0002'],
  ['１５００００２', 'JP', '1500002'],
  ['〒150', 'JP', '〒150'],
  ['SW1A 1AA', 'GB', 'SW1A 1AA'],
])('readTypedContact() of "%s" (%s) is %s', (text, country, want) => {
  expect(readTypedContact({ zip: text, country })).toEqual({ zip: want, country })
})

describe('phone', () => {
  test.each([
    ['03-1234-5678', 'JP', '+81.312345678'],
    ['０３－１２３４－５６７８', 'JP', '+81.312345678'],
    ['03ー1234ー5678', 'JP', '+81.312345678'],
    ['03(1234)5678', '', '+81.312345678'],
    ['090 1234 5678', 'JP', '+81.9012345678'],
    ['０９０１２３４５６７８', 'JP', '+81.9012345678'],
    ['+81 3-1234-5678', 'JP', '+81.312345678'],
    ['+81 (0)3 1234 5678', 'US', '+81.312345678'],
    ['+81.312345678', 'JP', '+81.312345678'],
    ['\u202d+81 3-1234-5678\u202c', 'JP', '+81.312345678'],
    ['\u202a03‑1234‑5678\u202c', 'JP', '+81.312345678'],
    ['03─1234━5678', 'JP', '+81.312345678'],
    ['+1 415-555-0100', 'US', '+14155550100'],
    ['+1.4155550100', 'US', '+1.4155550100'],
    // as libphonenumber-js 1.13.16 reads them
    ['+44 (0)20 7946 0958', 'GB', '+442079460958'],
    ['+49（0）30 901820', 'DE', '+4930901820'],
    ['+44-(0)20 7946 0958', 'GB', '+442079460958'],
    ['(+44) (0)20 7946 0958', 'GB', '+442079460958'],
    ['+44 (0) 20 7946 0958', 'GB', '+442079460958'],
    ['+241 (0)66 12 34 56', 'GA', '+24166123456'],
    ['+250 (0)788 123 456', 'RW', '+250788123456'],
    ['+81 (0)3-1234-5678', 'JP', '+81.312345678'],
    ['（+81）-（0）3-1234-5678', 'JP', '+81.312345678'],
    ['+39 (0)6 698 83145', 'IT', '+390669883145'],
    ['(+39) (0)6 698 83145', 'VA', '+390669883145'],
    ['+225 (0)7 01 03 30 96', 'CI', '+2250701033096'],
    ['+226 (0)5 36 14 32', 'BF', '+22605361432'],
    ['+229 (0)1 57 43 09 38', 'BJ', '+2290157430938'],
    ['+242 (0)4 471 5947', 'CG', '+242044715947'],
    ['+378-(0)549 882345', 'SM', '+3780549882345'],
    ['+992 (0)16 056 754', 'TJ', '+992016056754'],
    // a numbering plan that libphonenumber-js does not know
    ['+379 (0)6 698 83145', 'VA', '+3790669883145'],
  ])('readPhone() reads "%s" (%s) as %s', (text, country, number) => {
    expect(readPhone(text, country)).toBe(number)
    expect(checkContact({ phone: number }).invalid).toEqual([])
  })

  test.each([
    ['03-1234', 'JP'],
    ['03-1234-5678 内線 12', 'JP'],
    ['030 123456', 'DE'],
    ['1234-5678', 'JP'],
    ['', 'JP'],
  ])('readPhone() does not guess what "%s" (%s) is', (text, country) => {
    expect(readPhone(text, country)).toBe(text)
  })
})
