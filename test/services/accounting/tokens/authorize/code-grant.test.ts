import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../../lib/core/errors.ts'
import { companiesOf, failed } from '../../../../../lib/services/accounting/tokens/authorize/code-grant.ts'
import type { UserCompany } from '../../../../../lib/services/accounting/tokens/company.ts'

const NAMED = { id: 1, number: '8101234567', name: '' }
const ONE = { ...NAMED, name: 'one', role: 'admin' }
const TWO = { id: 2, number: '0091234567', name: 'two' }
const REFUSED = new AppError('permission_missing', 'Cannot list the companies: permit them')
const DOWN = new AppError('remote_refused', 'Cannot list the companies: status 500')

describe('companiesOf()', () => {
  const ask = (company: typeof NAMED | undefined, answer: readonly UserCompany[] | AppError) => {
    const companies = async () => {
      if (answer instanceof AppError) throw answer
      return answer
    }
    return companiesOf({ accessToken: 'token', company }, { companies })
  }

  test.each([
    { name: 'the named company as the service lists it', company: NAMED, answer: [TWO, ONE], want: [ONE] },
    { name: 'the named company if the list lacks it', company: NAMED, answer: [TWO], want: [NAMED] },
    { name: 'the named company without a permission', company: NAMED, answer: REFUSED, want: [NAMED] },
    { name: 'all of the user if none is named', company: undefined, answer: [ONE, TWO], want: [ONE, TWO] },
  ])('gives $name', async ({ company, answer, want }) => {
    expect(await ask(company, answer)).toEqual(want)
  })

  test.each([
    { name: 'without a permission if none is named', company: undefined, answer: REFUSED, error: REFUSED },
    { name: 'if the service fails', company: NAMED, answer: DOWN, error: DOWN },
    {
      name: 'if nobody says whose books these are',
      company: undefined,
      answer: [],
      error: {
        code: 'authorization_failed',
        message: expect.stringContaining('the service does not say whose books these are'),
        hint: expect.stringContaining("permit companies on the application's page"),
      },
    },
  ])('fails $name', async ({ company, answer, error }) => {
    await expect(ask(company, answer)).rejects.toMatchObject(error)
  })
})

test('a failed authorization has a cause only if there is one', () => {
  expect(failed('x')).not.toHaveProperty('cause')
  expect(failed('x', DOWN)).toMatchObject({ cause: DOWN, hint: expect.stringContaining('begin again') })
})
