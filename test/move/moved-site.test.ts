import { describe, expect, test } from 'vitest'
import { AppError } from '../../lib/core/errors.ts'
import { hostsOf, readMove, unicodeHost } from '../../lib/move/moved-site.ts'

describe('readMove()', () => {
  const rows = [
    {
      name: 'an apex has a www form on both sides',
      input: ['old.example', 'new.example'],
      want: {
        oldHosts: ['old.example', 'www.old.example'],
        newHost: 'new.example',
        newAlias: 'www.new.example',
      },
    },
    {
      name: 'a given www name comes first and is no part of the string to find',
      input: ['www.old.example', 'new.example'],
      want: { oldDomain: 'old.example', oldHosts: ['www.old.example', 'old.example'] },
    },
    {
      name: 'a www target makes the apex its alias',
      input: ['old.example', 'www.new.example'],
      want: { newHost: 'www.new.example', newAlias: 'new.example' },
    },
    {
      name: 'a name below a registrable domain has no www form',
      input: ['blog.old.jp', 'new.co.jp'],
      want: { oldHosts: ['blog.old.jp'], newAlias: 'www.new.co.jp' },
    },
    {
      name: "a name on the host's own domain has no www form",
      input: ['old.vercel.app', 'new.example'],
      want: { oldHosts: ['old.vercel.app'] },
    },
    {
      name: 'Unicode names become punycode, letters lower case, an address its host',
      input: ['https://日本.Example/', 'NEW.example.'],
      want: { oldDomain: 'xn--wgv71a.example', newHost: 'new.example' },
    },
  ]
  test.each(rows)('$name', ({ input: [oldName = '', newName = ''], want }) => {
    expect(readMove(oldName, newName)).toMatchObject(want)
  })

  const refused = [
    { name: 'an address', input: ['127.0.0.1', 'new.example'] },
    { name: 'a single label', input: ['localhost', 'new.example'] },
    { name: 'a path', input: ['old.example/a', 'new.example'] },
    { name: 'a port', input: ['old.example:8080', 'new.example'] },
    { name: 'nothing', input: ['', 'new.example'] },
    { name: 'the same name twice', input: ['old.example', 'old.example'] },
    { name: 'a name and its www form', input: ['old.example', 'www.old.example'] },
  ]
  test.each(refused)('refuses $name', ({ input: [oldName = '', newName = ''] }) => {
    expect(() => readMove(oldName, newName)).toThrow(AppError)
  })
})

test('hostsOf() names every host of the move once', () => {
  expect([...hostsOf(readMove('old.example', 'new.example'))]).toEqual([
    'old.example',
    'www.old.example',
    'new.example',
    'www.new.example',
  ])
})

test('unicodeHost() shows punycode as people read it', () => {
  expect([unicodeHost('xn--wgv71a.example'), unicodeHost('old.example')]).toEqual([
    '日本.example',
    'old.example',
  ])
})
