import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readPdf } from '../../../lib/move/facts/pdf-text.ts'

const pdf = (...parts: (string | Buffer)[]) =>
  Buffer.concat(
    ['%PDF-1.7\n', ...parts].map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
const stream = (dictionary: string, plain: string): Buffer => {
  const data = deflateSync(plain)
  return pdf(
    `1 0 obj <<${dictionary} /Filter /FlateDecode /Length ${data.length}>>\nstream\n`,
    data,
    '\nendstream endobj\n',
  )
}
const utf16 = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('手引き', 'utf16le').swap16()]).toString(
  'hex',
)

describe('readPdf()', () => {
  const rows = [
    {
      name: 'a link',
      file: pdf('<</S /URI /URI (https://old.example/a)>>'),
      links: ['https://old.example/a'],
    },
    {
      name: 'a link with signs',
      file: pdf('/URI(https://old.example/\\(a\\)\\0572)'),
      links: ['https://old.example/(a)/2'],
    },
    {
      name: 'a link with brackets',
      file: pdf('/URI (https://old.example/(a))'),
      links: ['https://old.example/(a)'],
    },
    { name: 'a link in hexadecimal', file: pdf('/URI <68 74 74 70 733a2f2f61>'), links: ['https://a'] },
    { name: 'a title', file: pdf('<</Title (Manual)>>'), titles: ['Manual'] },
    { name: 'a title in UTF-16', file: pdf(`<</Title <${utf16}>>>`), titles: ['手引き'] },
    {
      name: 'objects in a compressed stream',
      file: pdf(stream('/Type /ObjStm', '<</URI (https://old.example/b)>> <</Title (Chapter)>>')),
      links: ['https://old.example/b'],
      titles: ['Chapter'],
    },
    {
      name: 'metadata',
      file: pdf('<dc:title><rdf:Alt><rdf:li xml:lang="x-default">old.example</rdf:li></rdf:Alt></dc:title>'),
      titles: ['old.example'],
    },
    { name: 'a compressed page', file: pdf(stream('/Type /Page', '/URI (https://old.example/c)')) },
    {
      name: 'a stream that is cut off',
      file: stream('/Type /ObjStm', '/URI (https://a/)'.repeat(99)).subarray(0, 90),
    },
    { name: 'an encrypted file', file: pdf('/URI (xyz) trailer <</Encrypt 5 0 R>>') },
    { name: 'another file', file: Buffer.from('/URI (https://old.example/)') },
  ]
  test.each(rows)('$name', ({ file, links = [], titles = [] }) => {
    expect(readPdf(file)).toEqual({ links, titles })
  })
})
