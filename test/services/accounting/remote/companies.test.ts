import { describe, expect, test } from 'vitest'
import type { AccountingClient } from '../../../../lib/services/accounting/remote/client.ts'
import { createCompanyDirectory } from '../../../../lib/services/accounting/remote/companies.ts'
import { withName } from '../../../../lib/services/accounting/remote/names.ts'
import { createTestTokens } from '../../../helpers/remotes/accounting-client.ts'

/** A directory of companies; its service counts the requests. */
function createDirectory(companies = [{ id: 12, number: '0000000034', role: 'admin' }]) {
  const time = { now: 0 }
  const tokens = createTestTokens('first', 'second')
  const counted = { asked: 0 }
  const client = {
    companies: async () => {
      counted.asked += 1
      return companies
    },
  } as AccountingClient
  const directory = createCompanyDirectory({ tokens, clock: () => time.now })
  return { find: (given: string | number) => directory.find(given, client), counted, time, tokens }
}

test.each([{ given: 12 }, { given: '12' }, { given: '0000000034' }, { given: '000-000-0034' }])(
  'find() knows the company as $given',
  async ({ given }) => {
    expect((await createDirectory().find(given)).id).toBe(12)
  },
)

test.each([{ given: 34 }, { given: '0' }, { given: '' }, { given: '-' }, { given: 0 }])(
  'find() knows none as "$given"',
  async ({ given }) => {
    await expect(createDirectory().find(given)).rejects.toMatchObject({ code: 'not_found' })
  },
)

test('find() takes an id before an office number', async () => {
  const { find } = createDirectory([
    { id: 5, number: '1000000006', role: 'admin' },
    { id: 1000000006, number: '0000000001', role: 'admin' },
  ])
  expect((await find('1000000006')).id).toBe(1000000006)
})

test('find() asks again after a minute, and at once after a new authorization', async () => {
  const { find, counted, time, tokens } = createDirectory()
  await find(12)
  time.now = 59_999
  await find(12)
  expect(counted.asked).toBe(1)
  time.now = 60_000
  await find(12)
  expect(counted.asked).toBe(2)
  await tokens.accessToken({ rejected: { token: 'first', codes: [] } })
  await find(12)
  expect(counted.asked).toBe(3)
})

test('find() keeps no failure', async () => {
  const { tokens } = createDirectory()
  const answers = [Promise.reject(new Error('down')), Promise.resolve([{ id: 12, number: '1', role: 'x' }])]
  const client = { companies: () => answers.shift() } as unknown as AccountingClient
  const directory = createCompanyDirectory({ tokens, clock: () => 0 })
  await expect(directory.find(12, client)).rejects.toThrow('down')
  expect((await directory.find(12, client)).id).toBe(12)
})

describe('withName()', () => {
  const records = [{ name: '課対仕入（控80）10%' }, { name: '対象外' }, { name: '対象外 ' }]
  test('finds the one record that has the name', () => {
    expect(withName(records, '課対仕入(控80) 10%')).toBe(records[0])
  })
  test('finds none if several have it', () => {
    expect(withName(records, '対象外')).toBeUndefined()
  })
})
