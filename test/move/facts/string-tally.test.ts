import { expect, test } from 'vitest'
import { createDomainFinder } from '../../../lib/move/facts/old-domain-strings.ts'
import { createStringTally } from '../../../lib/move/facts/string-tally.ts'

const find = createDomainFinder({ domain: 'old.example', except: 'new.example' })

test('a tally counts by place and form, places of the document first', () => {
  const tally = createStringTally()
  tally.add('text', '/a', find('old.example shop.old.example %2Fold.example'))
  tally.add('canonical', '/a', find('https://old.example'))
  tally.add('text', '/b', find('old.example'))
  tally.add('links', '/b', [])
  expect(tally.count().rows).toEqual([
    { place: 'canonical', form: 'raw', count: 1, subdomains: 0, examples: ['/a'] },
    { place: 'text', form: 'raw', count: 3, subdomains: 1, examples: ['/a', '/b'] },
    { place: 'text', form: 'percent-encoded', count: 1, subdomains: 0, examples: ['/a'] },
  ])
  expect(tally.count()).toMatchObject({ total: 5, subdomains: ['shop.old.example'] })
})

test('a tally does not grow with the number of documents', () => {
  const tally = createStringTally()
  for (let page = 0; page < 1000; page++) tally.add('text', `/${page}`, find(`n${page}.old.example`))
  expect(tally.count().rows[0]).toMatchObject({ count: 1000, examples: { length: 5 } })
  expect(tally.count().subdomains).toHaveLength(20)
})
