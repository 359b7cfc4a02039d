import { describe, expect, test } from 'vitest'
import { readDomain } from '../../../../lib/services/registrar/domains/name.ts'

describe('readDomain()', () => {
  const good = [
    { name: 'capitals and spaces', input: ' Example.COM ', want: 'example.com' },
    { name: 'an international name', input: '日本語.com', want: 'xn--wgv71a119e.com' },
    { name: 'a deeper name', input: 'a.b-c.example', want: 'a.b-c.example' },
  ]
  test.each(good)('accepts $name', ({ input, want }) => expect(readDomain(input)).toBe(want))

  const bad = [
    { name: 'one label', input: 'localhost' },
    { name: 'an address', input: 'https://example.com' },
    { name: 'an encoded dot', input: 'example%2ecom' },
    { name: 'a line break', input: 'exam\nple.com' },
    { name: 'a port', input: 'example.com:443' },
    { name: 'a path', input: 'example.com/x' },
    { name: 'an IP address', input: '192.0.2.1' },
    { name: 'an empty label', input: 'example..com' },
    { name: 'a final dot', input: 'example.com.' },
    { name: 'a hyphen at the edge', input: '-example.com' },
    { name: 'an underscore', input: '_x.example.com' },
    { name: 'a query', input: 'example.com?teamId=x' },
    { name: 'nothing', input: '' },
    { name: 'a label that is too long', input: `${'a'.repeat(64)}.com` },
  ]
  test.each(bad)('refuses $name', ({ input }) => {
    expect(() => readDomain(input)).toThrow(expect.objectContaining({ code: 'bad_request' }))
  })
})
