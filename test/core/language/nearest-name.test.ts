import { describe, expect, test } from 'vitest'
import { foldName, nearestNames } from '../../../lib/core/language/nearest-name.ts'

const items = ['消耗品費', '旅費交通費', '会議費', '租税公課', '支払手数料', '新聞図書費', '通信費', '雑費']

describe('nearestNames()', () => {
  const rows = [
    { name: 'a missing character', text: '消耗品', want: '消耗品費' },
    { name: 'a wrong character', text: '消粍品費', want: '消耗品費' },
    { name: 'swapped characters', text: '消品耗費', want: '消耗品費' },
    { name: 'a part of the name', text: '交通費', want: '旅費交通費' },
    { name: 'more than the name', text: '新聞図書費（書籍）', want: '新聞図書費' },
    { name: 'spaces and half-width kana', text: ' 支払 手数料 ', want: '支払手数料' },
  ]
  test.each(rows)('finds the name meant by $name', ({ text, want }) => {
    expect(nearestNames(text, items)[0]).toBe(want)
  })

  test('gives three at most, nearest first, each once', () => {
    expect(nearestNames('会議費', [...items, ...items])).toHaveLength(3)
    expect(nearestNames('会議費', items)[0]).toBe('会議費')
    expect(nearestNames('雑費', items, { limit: 1 })).toEqual(['雑費'])
  })

  test('gives none if nothing is near', () => {
    expect(nearestNames('abcdefgh', items)).toEqual([])
    expect(nearestNames('消耗品費', [])).toEqual([])
  })

  test('compares tax categories as they are typed', () => {
    const categories = ['課対仕入10%', '課対仕入（控80）10%', '課対仕入（控50）10%', '対象外']
    expect(nearestNames('課対仕入(控８０)8%', categories)[0]).toBe('課対仕入（控80）10%')
  })
})

test('nearestNames() compares the first 40 characters, so that a line of megabytes costs nothing', () => {
  const long = '金'.repeat(2_000_000)
  expect(nearestNames(long, items)).toEqual([])
  expect(nearestNames(`${'あ'.repeat(40)}x`, [`${'あ'.repeat(40)}yz`])).toHaveLength(1)
})

test('foldName() keeps what differs', () => {
  expect(foldName('ＡＢ　c')).toBe('abc')
  expect(foldName('控80')).not.toBe(foldName('控50'))
})
