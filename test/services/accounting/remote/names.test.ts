import { describe, expect, test } from 'vitest'
import { withName } from '../../../../lib/services/accounting/remote/names.ts'

describe('withName()', () => {
  const records = [{ name: '課対仕入（控80）10%' }, { name: '対象外' }, { name: '対象外 ' }]
  test('finds the one record that has the name', () => {
    expect(withName(records, '課対仕入(控80) 10%')).toBe(records[0])
  })
  test('finds none if several have it', () => {
    expect(withName(records, '対象外')).toBeUndefined()
  })
})
