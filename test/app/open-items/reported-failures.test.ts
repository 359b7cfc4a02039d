/** The operator sees every failure that a device reports in English in Japanese. */
import { expect, test } from 'vitest'
import '../../../lib/services/device-words.ts'
import { MESSAGES, phrase } from '../../../lib/core/language/catalogue.ts'
import { joined, outside } from '../../../lib/core/language/outside.ts'
import { english, textOf } from '../../../lib/core/language/text.ts'
import { readProblem } from '../../../lib/core/release/read-problem.ts'
import { RELEASE_FAILURES } from '../../../lib/core/release/words.ts'
import { DISK_ACTS, DISK_FAILURES, OBSTACLES } from '../../../lib/device/disk/words.ts'
import { FETCH_FAILURES, FETCH_PARTS } from '../../../lib/device/fetch/words.ts'
import { INDEX_FAILURES } from '../../../lib/device/index/words.ts'
import { INSTALL_FAILURES } from '../../../lib/device/install/words.ts'
import { TRUST_FAILURES } from '../../../lib/device/trust/words.ts'
import { englishWords, JAPANESE } from '../../helpers/notice-words.ts'

const act = phrase(DISK_ACTS.read, { path: 'a; b.md' })

test.each([
  phrase(DISK_FAILURES.refused, { act, code: 'EIO', reason: outside('i/o error') }),
  phrase(DISK_FAILURES.failed, { act, why: phrase(INSTALL_FAILURES.folder) }),
  phrase(DISK_FAILURES.blockedAbove, { path: 'a/b', at: 'a', obstacle: phrase(OBSTACLES.link) }),
  phrase(FETCH_FAILURES.cannotAnswer, {
    host: 'h',
    status: 503,
    code: 'paused',
    quote: phrase(FETCH_PARTS.quote, { text: 'later' }),
  }),
  phrase(FETCH_FAILURES.answers, { host: 'h', status: 503, quote: '' }),
  phrase(FETCH_FAILURES.diskFull, {
    version: 3,
    needed: '2.00 MB',
    free: phrase(FETCH_PARTS.free, { free: '1.00 MB' }),
  }),
  phrase(FETCH_FAILURES.unreadable, {
    what: phrase(FETCH_PARTS.page, { page: 2 }),
    host: 'h',
    why: phrase(FETCH_PARTS.field, { field: 'files.0' }),
  }),
  phrase(FETCH_FAILURES.unreachable, {
    host: 'h',
    reason: phrase(FETCH_PARTS.noConnection, { host: '「h」', seconds: 10 }),
  }),
  phrase(FETCH_FAILURES.mismatch, { path: 'a.md', why: phrase(FETCH_PARTS.joined) }),
  phrase(INDEX_FAILURES.notUpdated, { path: 'MEMORY.md', why: phrase(INDEX_FAILURES.notText) }),
  phrase(INSTALL_FAILURES.brokenProgram, {
    version: 3,
    problem: phrase(INSTALL_FAILURES.notStarting, { why: phrase(INSTALL_FAILURES.ended) }),
  }),
  phrase(TRUST_FAILURES.release, { why: phrase(TRUST_FAILURES.twoReleases, { version: 3 }) }),
  phrase(RELEASE_FAILURES.root, { why: phrase(RELEASE_FAILURES.notRoot) }),
])('%o', failure => {
  const text = english(failure)
  const read = joined(readProblem(text))
  expect(english(read)).toBe(text)
  expect(textOf(read, JAPANESE)).toBe(textOf(failure, JAPANESE))
  expect(englishWords(textOf(read, JAPANESE), ['EIO', 'paused', 'MB'])).toEqual([])
})

test('a file whose name is a word of kura keeps its name', () => {
  const read = readProblem(
    'Cannot install "page 3": its parts together are not the content that the release names',
  )
  expect(textOf(joined(read), JAPANESE)).toContain('「page 3」')
})

test('the hints of a device are not among what it reports', () => {
  const hint = [...MESSAGES.values()].find(({ id }) => id === 'hint.disk.check')
  expect(textOf(joined(readProblem(hint?.en ?? '')), JAPANESE)).toBe(`「${hint?.en}」`)
})
