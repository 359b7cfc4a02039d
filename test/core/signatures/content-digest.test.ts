import { expect, test } from 'vitest'
import { contentDigest, isContentDigest } from '../../../lib/core/signatures/content-digest.ts'

const EMPTY = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

test('contentDigest() of nothing is the SHA-256 of nothing', () => {
  expect(contentDigest('')).toBe(`sha-256=:${EMPTY}:`)
  expect(contentDigest(new Uint8Array())).toBe(`sha-256=:${EMPTY}:`)
})

test('contentDigest() of a text is that of its UTF-8 bytes', () => {
  expect(contentDigest('蔵')).toBe(contentDigest(Buffer.from('蔵', 'utf8')))
})

test.each([
  { name: 'the canonical form', input: `sha-256=:${EMPTY}:`, want: true },
  { name: 'no colons', input: `sha-256=${EMPTY}`, want: false },
  { name: 'another algorithm', input: `sha-512=:${EMPTY}:`, want: false },
  { name: 'a second digest', input: `sha-256=:${EMPTY}:, sha-256=:${EMPTY}:`, want: false },
  { name: 'a parameter', input: `sha-256=:${EMPTY}:;a`, want: false },
  { name: 'capitals in the algorithm', input: `SHA-256=:${EMPTY}:`, want: false },
  { name: 'a space before it', input: ` sha-256=:${EMPTY}:`, want: false },
  { name: 'a line feed after it', input: `sha-256=:${EMPTY}:\n`, want: false },
  { name: 'no padding', input: `sha-256=:${EMPTY.slice(0, -1)}:`, want: false },
  { name: 'bits in the padding', input: `sha-256=:${EMPTY.replace('U=', 'V=')}:`, want: false },
  { name: 'base64url', input: `sha-256=:${EMPTY.replace('+', '-')}:`, want: false },
  { name: 'hex', input: `sha-256=:${'e3b0c442'.repeat(8)}:`, want: false },
  { name: 'nothing', input: '', want: false },
])('isContentDigest() of $name is $want', ({ input, want }) => {
  expect(isContentDigest(input)).toBe(want)
})
