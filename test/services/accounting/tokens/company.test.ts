import { describe, expect, test } from 'vitest'
import {
  authorizationOf,
  companyInUse,
  formatAuthorization,
} from '../../../../lib/services/accounting/tokens/authorize/authorization.ts'
import { checkCompany, companyText, numberOf } from '../../../../lib/services/accounting/tokens/company.ts'

const ONE = { id: 1, number: '8101234567', name: 'one', role: 'admin' }
const TWO = { id: 2, number: '0091234567', name: 'two' }

describe('checkCompany()', () => {
  const rows = [
    { name: 'no books yet', of: [ONE], want: { kind: 'first', company: ONE } },
    {
      name: 'no books yet, and the named company',
      of: [ONE],
      named: '1',
      want: { kind: 'first', company: ONE },
    },
    { name: 'no books yet, and another than named', of: [ONE], named: '2', want: undefined },
    { name: 'no books yet, one of several', of: [ONE, TWO], want: undefined },
    {
      name: 'no books yet, the named one of several',
      of: [ONE, TWO],
      named: '2',
      want: { kind: 'first', company: TWO },
    },
    { name: 'the books in use', of: [ONE], current: ONE, want: { kind: 'same', company: ONE } },
    {
      name: 'the books in use among several',
      of: [TWO, ONE],
      current: ONE,
      want: { kind: 'same', company: ONE },
    },
    {
      name: 'the books in use, named',
      of: [ONE],
      named: '1',
      current: ONE,
      want: { kind: 'same', company: ONE },
    },
    { name: 'other books', of: [TWO], current: ONE, want: undefined },
    { name: 'several other books', of: [TWO, { ...TWO, id: 3 }], current: ONE, want: undefined },
    {
      name: 'other books, named by id',
      of: [TWO],
      named: '2',
      current: ONE,
      want: { kind: 'change', company: TWO },
    },
    {
      name: 'named by the office number',
      of: [TWO],
      named: '009-123-4567',
      current: ONE,
      want: { kind: 'change', company: TWO },
    },
    {
      name: 'in full-width digits',
      of: [TWO],
      named: '００９１２３４５６７',
      current: ONE,
      want: { kind: 'change', company: TWO },
    },
    { name: 'the books in use, and others named', of: [ONE], named: '2', current: ONE, want: undefined },
    { name: 'unknown books in use', of: [ONE], current: 'unknown' as const, want: undefined },
    {
      name: 'unknown books in use, and a name',
      of: [ONE],
      named: '1',
      current: 'unknown' as const,
      want: { kind: 'change', company: ONE },
    },
    { name: 'no companies', of: [], want: undefined },
    {
      name: 'an empty name, and no office number',
      of: [{ ...ONE, number: '' }],
      named: '-',
      want: undefined,
    },
  ]
  test.each(rows)('$name', ({ of, named, current, want }) => {
    expect(checkCompany(of, { named, current })).toEqual(want)
  })
})

test('an authorization is one word, whatever the name of the company is', () => {
  const authorization = { operation: 'op', company: { id: 1, number: '8', name: '{"①㈱髙﨑"}\\' } }
  const word = formatAuthorization(authorization)
  expect(word).toMatch(/^[\w-]+$/)
  expect(authorizationOf({ authorization: word })).toEqual(authorization)
  expect(companyInUse({ authorization: word })).toEqual(authorization.company)
  expect(companyInUse({})).toBe('unknown')
  expect(companyInUse(undefined)).toBeUndefined()
})

test('a company is shown by name and id, and named by its office number', () => {
  expect([companyText(ONE), companyText({ ...ONE, name: '' })]).toEqual(['one (1)', '1'])
  const numbers = [[ONE], [{ ...ONE, number: '' }], [], [ONE, TWO]].map(numberOf)
  expect(numbers).toEqual(['8101234567', '1', 'NUMBER', 'NUMBER'])
})
