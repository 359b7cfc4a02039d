import { describe, expect, test } from 'vitest'
import { authorizationSchemas } from '../../../../lib/services/accounting/tokens/contract-schemas.ts'

describe('the company of a link', () => {
  const { body } = authorizationSchemas.requestLink

  test.each([
    [{}, {}],
    [{ company: ' 810-123-4567 ' }, { company: '810-123-4567' }],
    [{ company: '1' }, { company: '1' }],
    [{ company: '1'.repeat(40) }, { company: '1'.repeat(40) }],
  ])('%j is read as %j', (given, want) => {
    expect(body.parse(given)).toEqual(want)
  })

  test.each([{ company: ' ' }, { company: '1'.repeat(41) }, { compny: '1' }])('%j is refused', given => {
    expect(body.safeParse(given).success).toBe(false)
  })
})

test.each([
  ['openLink', authorizationSchemas.openLink.query, ['link', 'again']],
  ['receiveCode', authorizationSchemas.receiveCode.query, ['code', 'state', 'error']],
  ['answerQuestion', authorizationSchemas.answerQuestion.body, ['token', 'answer']],
] as const)(
  '%s takes other members too, and no member of its own that is too long',
  (_name, schema, members) => {
    expect(schema.parse({ fbclid: 'x' })).toEqual({ fbclid: 'x' })
    for (const member of members) {
      expect(schema.safeParse({ [member]: 'x'.repeat(2_000) }).success).toBe(true)
      expect(schema.safeParse({ [member]: 'x'.repeat(2_001) }).success).toBe(false)
    }
  },
)
