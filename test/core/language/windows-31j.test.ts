import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { foldCaseName } from '../../../lib/core/claims/case-name.ts'
import { foldName } from '../../../lib/core/language/nearest-name.ts'
import { asInWindows31j, encodeWindows31j } from '../../../lib/core/language/windows-31j.ts'

/** The pairs, and the bytes that Python 3.13's cp932 and glibc 2.41's CP932 write for both. */
const PAIRS = [
  ['〜', '～', '8160'],
  ['−', '－', '817c'],
  // Python cannot encode the first one
  ['—', '―', '815c'],
  ['‖', '∥', '8161'],
  ['¢', '￠', '8191'],
  ['£', '￡', '8192'],
  ['¬', '￢', '81ca'],
] as const

const encoded = (text: string) => {
  const result = encodeWindows31j(text, iconv)
  return 'bytes' in result ? Buffer.from(result.bytes).toString('hex') : result
}

describe('encodeWindows31j()', () => {
  test.each(PAIRS)('writes %s and %s as one', (one, other, hex) => {
    expect(encoded(one)).toBe(hex)
    expect(encoded(other)).toBe(hex)
    expect(asInWindows31j(one)).toBe(other)
    expect(new TextDecoder('shift_jis').decode(Buffer.from(hex, 'hex'))).toBe(other)
  })

  test.each([
    ['the first character that a company drew', '\ue000', 'f040'],
    ['the last of the first half of a row', '\ue03e', 'f07e'],
    ['the first of its second half', '\ue03f', 'f080'],
    ['the last of a row', '\ue0bb', 'f0fc'],
    ['the first of the second row', '\ue0bc', 'f140'],
    ['the last of all', '\ue757', 'f9fc'],
    ['one between others', '外\ue000字', '8a4ff0408e9a'],
    ['a yen sign and an overline, as glibc 2.41 writes them', '¥1‾', '5c317e'],
    ['NEC and IBM extensions', '①㈱髙﨑', '8740878afbfcfab1'],
    ['letters whose sound marks a Mac writes apart', 'テ\u3099ハ\u309a', '8366 8370'.replace(' ', '')],
    ['a kanji that NFC would replace', '\ufa19', 'fb7e'],
    ['no text', '', ''],
  ])('writes %s', (_, text, hex) => {
    expect(encoded(text)).toBe(hex)
  })

  test('writes every private-use character as the bytes that read as it', () => {
    const own = Array.from({ length: 0x758 }, (_, at) => String.fromCharCode(0xe000 + at)).join('')
    expect(new TextDecoder('shift_jis').decode(Buffer.from(String(encoded(own)), 'hex'))).toBe(own)
  })

  test.each([
    ['𠮷', 'a𠮷〜'],
    ['é', '外\ue000é'],
    ['\ue758', '\ue757\ue758'],
  ])('names %j, which has no place', (lost, text) => {
    expect(encoded(text)).toEqual({ lost })
  })
})

test.each(PAIRS)('%s and %s are one in names, and in names of cases', (one, other) => {
  expect(foldName(`A${one}B`)).toBe(foldName(`A${other}B`))
  expect(foldName(foldName(`A${one}B`))).toBe(foldName(`A${one}B`))
  expect(foldCaseName(`A${one}B`)).toBe(foldCaseName(`A${other}B`))
})
