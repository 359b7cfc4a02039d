import { describe, expect, test } from 'vitest'
import { hasReference, openapi } from './openapi.ts'

const FILE = 'accounting.openapi.json'
const tax = { code: 2, name: 'non_taxable', name_ja: '対象外', display_category: null, available: true }

describe.skipIf(!hasReference(FILE))('openapi()', () => {
  const api = openapi(FILE)
  const requests = [
    { name: 'a described query', query: 'company_id=1&limit=5', want: [] },
    { name: 'a value that is no integer', query: 'company_id=a', want: ['/company_id must be integer'] },
    { name: 'a missing parameter', query: '', want: ["must have required property 'company_id'"] },
    {
      name: 'an unknown parameter',
      query: 'company_id=1&limt=5',
      want: ['must NOT have additional properties'],
    },
  ]
  test.each(requests)('request() on $name', ({ query, want }) => {
    const found = api.request({ method: 'GET', path: '/api/1/deals', query: new URLSearchParams(query) })
    expect(found).toHaveLength(want.length)
    for (const [index, part] of want.entries()) expect(found[index]).toContain(part)
  })

  test('request() checks the body and names its place', () => {
    const body = { company_id: 1, issue_date: '2026-09-30', type: 'expense', details: [{ amount: 1.5 }] }
    const found = api.request({ method: 'POST', path: '/api/1/deals', body })
    expect(found.join('\n')).toContain("/details/0 must have required property 'tax_code'")
    expect(found.join('\n')).toContain('/details/0/amount must be integer')
  })

  const replies = [
    { name: 'null in a nullable enumeration', status: 200, body: { taxes: [tax] }, want: 0 },
    { name: 'a missing member', status: 200, body: { taxes: [{ ...tax, code: undefined }] }, want: 1 },
    { name: 'a status that is not described', status: 418, body: {}, want: 1 },
  ]
  test.each(replies)('reply() on $name', ({ status, body, want }) => {
    const found = api.reply({
      method: 'GET',
      path: '/api/1/taxes/companies/5',
      status,
      body: JSON.parse(JSON.stringify(body)),
    })
    expect(found).toHaveLength(want)
  })

  test('a path that is not described is a problem', () => {
    expect(api.request({ method: 'GET', path: '/api/1/nothing' })).toEqual([
      'GET /api/1/nothing is not described',
    ])
  })
})
