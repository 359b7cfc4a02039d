import { expect, test } from 'vitest'
import { readMove } from '../../../lib/move/moved-site.ts'
import { listPages } from '../../../lib/move/page/list.ts'

const site = readMove('old.example', 'new.example')

test('listPages() takes spellings of one address once, and keeps how each list writes it', () => {
  const { tasks } = listPages(
    {
      oldAddresses: ['https://old.example/%e4/', 'https://old.example./%E4/', '/%7Ea', '/~a'],
      newAddresses: ['https://new.example:443/%E4/', 'https://new.example/%e4/', 'https://new.example/%7Ea'],
    },
    site,
  )
  expect(tasks).toEqual([
    { path: '/%e4/', old: true, listed: true, listedAs: '/%E4/' },
    { path: '/%7Ea', old: true, listed: true },
  ])
})

test('listPages() takes each path once, from whichever list, host and scheme', () => {
  const { tasks, elsewhere } = listPages(
    {
      oldAddresses: [
        'https://old.example/a',
        'http://www.old.example/a#top',
        '/b?q=1',
        '/日本',
        'https://shop.old.example/c',
        'https://old.example:8443/d',
        'ftp://old.example/e',
        'https://',
      ],
      newAddresses: [
        'https://new.example/a',
        'https://new.example/n',
        'https://old.example/x',
        '/y',
        'http://[',
        'https://www.new.example/z',
      ],
    },
    site,
  )
  expect(tasks).toEqual([
    { path: '/a', old: true, listed: true },
    { path: '/b?q=1', old: true, listed: false },
    { path: '/%E6%97%A5%E6%9C%AC', old: true, listed: false },
    { path: '/n', old: false, listed: true },
  ])
  expect(elsewhere).toEqual({
    count: 4,
    examples: ['https://shop.old.example/c', 'https://old.example:8443/d', 'ftp://old.example/e', 'https://'],
  })
})
