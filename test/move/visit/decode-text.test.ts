/** The character set of a page, as Chromium 156 finds it (document.characterSet of each of these pages). */
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { decodeText } from '../../../lib/move/visit/decode-text.ts'

const TEXT = '山田文具①の領収書を表示します'
const HTML = 'text/html'
const META = '<meta charset="Shift_JIS">'

const ROWS: readonly { what: string; type?: string; head?: string; encoding?: string }[] = [
  { what: 'UTF-8 by default', encoding: 'utf-8' },
  { what: 'the header', type: 'text/html; charset=Shift_JIS' },
  { what: 'the header in quotation marks', type: 'text/html; charset="Shift_JIS"' },
  { what: 'a meta tag', head: META },
  {
    what: 'a meta tag whose content comes first',
    head: '<META content="text/html; charset=Shift_JIS" http-equiv="Content-Type">',
  },
  {
    what: 'the byte order mark, not the header',
    type: 'text/html; charset=Shift_JIS',
    head: '\ufeff',
    encoding: 'utf-8',
  },
  { what: 'UTF-16 with its mark', type: 'text/html; charset=utf-8', head: '\ufeff', encoding: 'utf-16le' },
  { what: 'a header that names none', type: 'text/html; charset=none', head: META },
  { what: 'a name that browsers do not know', type: 'text/html; charset=klingon', encoding: 'utf-8' },
  { what: 'a script in another character set', head: `<script charset="utf-8" src="a.js"></script>${META}` },
  { what: 'a meta tag in a comment', head: `<!-- <meta charset="utf-8"> -->${META}` },
  {
    what: 'a description of a character set',
    head: `<meta name="description" content="charset=utf-8">${META}`,
  },
  { what: 'a title with a character set', head: `<title>charset=utf-8</title>${META}` },
  { what: 'a meta tag that says UTF-16', head: '<meta charset="utf-16">', encoding: 'utf-8' },
  { what: 'the XML declaration', head: '<?xml version="1.0" encoding="Shift_JIS"?><!DOCTYPE html>' },
  { what: 'no name, in Shift_JIS' },
  { what: 'a name of PHP', type: 'text/html; charset=SJIS-win' },
  { what: 'no name, in EUC-JP', encoding: 'euc-jp' },
  { what: 'a stylesheet', type: 'text/css', head: '@charset "Shift_JIS";' },
]

test.each(ROWS)('$what', ({ type = HTML, head = '', encoding = 'cp932' }) => {
  expect(decodeText(iconv.encode(head + TEXT, encoding), type)).toContain(TEXT)
})

test('a text that is cut off in the middle of a character, and in the seven bits of a mail', () => {
  expect(decodeText(iconv.encode(TEXT, 'cp932').subarray(0, -1), HTML)).toContain(TEXT.slice(0, -1))
  expect(decodeText(Buffer.from('\u001b$B;3ED\u001b(B'), HTML)).toBe('山田')
})
