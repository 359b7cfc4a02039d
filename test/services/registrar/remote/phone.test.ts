import { expect, test } from 'vitest'
import { checkContact } from '../../../../lib/services/registrar/remote/contact.ts'
import { readPhone } from '../../../../lib/services/registrar/remote/phone.ts'

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
  ['+1 415-555-0100', 'US', '+14155550100'],
  ['+1.4155550100', 'US', '+1.4155550100'],
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
