import { describe, expect, test } from 'vitest'
import { MOVE_REDIRECTS } from '../../../lib/move/page/redirect-words.ts'
import { say } from '../../../lib/move/phrase.ts'
import { type Acceptance, readAccepted } from '../../../lib/move/report/accepted.ts'
import { createFindingReporter } from '../../../lib/move/report/reported-finding.ts'
import type { Finding } from '../../../lib/move/verdicts.ts'

const URL = 'https://old.example/news/a'
const lost: Finding = {
  point: 2,
  verdict: 'failed',
  url: URL,
  ...say(MOVE_REDIRECTS.losesPath, { arrival: 'https://new.example/', target: 'https://new.example/news/a' }),
}
const trails = [[{ url: URL, status: 308, location: 'https://new.example/' }]]
const entry = (part: Partial<Acceptance>): Acceptance => ({
  ...{ cause: 'homepage', by: 'mei', at: '2026-11-20T00:00:00Z', reason: 'wanted' },
  ...part,
})

describe('createFindingReporter()', () => {
  const matching: Partial<Acceptance>[] = [
    {},
    { rule: '308 https://new.example/' },
    { folder: '/news/…' },
    { url: URL },
  ]
  test.each(matching)('accepts what an entry names: %o', part => {
    const reporter = createFindingReporter([entry(part)])
    expect(reporter.report(lost, trails)).toMatchObject({
      verdict: 'accepted',
      cause: 'homepage',
      rule: '308 https://new.example/',
      accepted: entry(part),
    })
    expect(reporter.unmatched()).toEqual([])
  })

  const others: Partial<Acceptance>[] = [
    { cause: 'path' },
    { rule: '301 https://new.example/' },
    { folder: '/shop/…' },
    { url: 'https://old.example/news/b' },
  ]
  test.each(others)('does not accept by an entry for another part: %o', part => {
    const reporter = createFindingReporter([entry(part)])
    expect(reporter.report(lost, trails)).toMatchObject({ verdict: 'failed', cause: 'homepage' })
    expect(reporter.unmatched()).toEqual([entry(part)])
  })
})

describe('readAccepted()', () => {
  const rows = [
    { name: 'no JSON', text: '[', says: 'it is not JSON' },
    { name: 'an unknown cause', text: JSON.stringify([{ ...entry({}), cause: 'other' }]), says: 'cause' },
    { name: 'no name of a person', text: JSON.stringify([{ ...entry({}), by: '' }]), says: 'by' },
    { name: 'no reason', text: JSON.stringify([{ ...entry({}), reason: undefined }]), says: 'reason' },
    { name: 'a mistyped member', text: JSON.stringify([{ ...entry({}), folders: '/' }]), says: 'folders' },
  ]
  test.each(rows)('refuses $name, and names the file', ({ text, says }) => {
    const reading = () => readAccepted(text, 'accepted.json')
    expect(reading).toThrow(/^Cannot read the accepted findings "accepted\.json": /)
    expect(reading).toThrow(says)
  })
})
