import { describe, expect, test } from 'vitest'
import { say } from '../../../lib/move/phrase.ts'
import { follow } from '../../../lib/move/visit/follow.ts'
import type { Hop } from '../../../lib/move/visit/hop.ts'
import type { VisitPage } from '../../../lib/move/visit/visit.ts'
import { MOVE_VISIT } from '../../../lib/move/visit/words.ts'

const HOSTS = new Set(['old.example', 'new.example'])

function visiting(locations: Readonly<Record<string, string | number>>): VisitPage {
  return async url => {
    const next = locations[url]
    const hop: Hop =
      typeof next === 'string'
        ? { url, status: 308, location: next }
        : next === undefined
          ? { url, trouble: { verdict: 'unknown', ...say(MOVE_VISIT.timedOut) } }
          : { url, status: next }
    return { hop, headers: {}, body: undefined }
  }
}

describe('follow()', () => {
  /** Redirects from one page of the old host to the next, and then an answer. */
  const chain = (length: number): Record<string, string | number> => {
    const page = (at: number) => `https://old.example/${at || ''}`
    const redirects = Array.from({ length }, (_, at) => [page(at), page(at + 1)])
    return { ...Object.fromEntries(redirects), [page(length)]: 200 }
  }
  const rows = [
    { name: 'an answer', locations: { 'https://old.example/': 200 }, end: 'answered', hops: 1 },
    {
      name: 'a chain',
      locations: { 'https://old.example/': 'https://new.example/', 'https://new.example/': 404 },
      end: 'answered',
      hops: 2,
    },
    {
      name: 'silence',
      locations: { 'https://old.example/': 'https://new.example/' },
      end: 'silent',
      hops: 2,
    },
    {
      name: 'a loop',
      locations: {
        'https://old.example/': 'https://new.example/',
        'https://new.example/': 'https://old.example/',
      },
      end: 'loop',
      hops: 2,
    },
    {
      name: 'another host is not visited',
      locations: { 'https://old.example/': 'https://evil.example/' },
      end: 'left',
      hops: 1,
    },
    {
      name: 'another port is not visited',
      locations: { 'https://old.example/': 'https://new.example:8443/' },
      end: 'left',
      hops: 1,
    },
    {
      name: 'another scheme is not visited',
      locations: { 'https://old.example/': 'app://new.example/' },
      end: 'left',
      hops: 1,
    },
    { name: 'a chain of 10 redirects', locations: chain(10), end: 'answered', hops: 11 },
    { name: 'a chain of 11 redirects', locations: chain(11), end: 'too many', hops: 11 },
    { name: 'a chain without end', locations: chain(30), end: 'too many', hops: 11 },
  ]
  test.each(rows)('$name', async ({ locations, end, hops }) => {
    const trail = await follow('https://old.example/', { hosts: HOSTS }, { visit: visiting(locations) })
    expect({ end: trail.end, hops: trail.hops.length }).toEqual({ end, hops })
    expect(trail.last.hop).toBe(trail.hops.at(-1))
  })
})
