import { describe, expect, test } from 'vitest'
import { foldName, withName } from '../../lib/accounting/names.ts'

test.each([
  { name: 'width', one: '課対仕入１０％', other: '課対仕入10%' },
  { name: 'spaces', one: '課対仕入 10%', other: '課対仕入10%' },
  { name: 'letters', one: 'ｱﾏｿﾞﾝ Web', other: 'アマゾンweb' },
])('foldName() is the same whatever the $name', ({ one, other }) => {
  expect(foldName(one)).toBe(foldName(other))
})

describe('withName()', () => {
  const records = ['消耗品費', 'サービス料', 'ｻｰﾋﾞｽ料', '雑費', '雑費'].map((name, id) => ({ id, name }))
  test.each([
    { name: ' 消耗品費', id: 0 },
    { name: 'サービス料', id: 1 },
    { name: 'ｻｰﾋﾞｽ料', id: 2 },
    { name: 'サービス 料', id: undefined },
    { name: '雑費', id: undefined },
    { name: '会議費', id: undefined },
  ])('of "$name" is $id', ({ name, id }) => {
    expect(withName(records, name)?.id).toBe(id)
  })
})
