import { expect, test } from 'vitest'
import { readYesNo } from '../../../lib/core/language/yes-no.ts'

const rows = [
  ...['yes', 'y', 'Y', 'YES', 'ｙ', ' yes ', 'はい'].map(text => ({ text, want: true })),
  ...['no', 'n', 'N', 'いいえ'].map(text => ({ text, want: false })),
  ...['', 'yep', 'ja', 'はいはい', 'yes no'].map(text => ({ text, want: undefined })),
]
test.each(rows)('readYesNo("$text") is $want', ({ text, want }) => {
  expect(readYesNo(text)).toBe(want)
})
