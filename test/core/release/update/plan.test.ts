import { expect, test } from 'vitest'
import { compressOnce } from '../../../../lib/core/release/body/compression.ts'
import type { Place, StoredDelta } from '../../../../lib/core/release/catalog.ts'
import { sha256 } from '../../../../lib/core/release/envelope.ts'
import { BODY_BUDGET, DECODED_LIMIT } from '../../../../lib/core/release/limits.ts'
import type { ReleaseFile } from '../../../../lib/core/release/schema.ts'
import { planUpdate, type UpdateFacts } from '../../../../lib/core/release/update/plan.ts'
import { renderUpdate, sentText } from '../../../../lib/core/release/update/render.ts'

const file = (path: string, content: string, size = 100): ReleaseFile => ({
  path,
  size,
  sha256: sha256(content),
})
const delta = (from: string, sent: number): StoredDelta => ({
  from: sha256(from),
  sha256: sha256(`${from} ${sent}`),
  bytes: sent * 2,
  sent,
})

const FILES = [
  file('a', 'A2'),
  file('b', 'B'),
  file('c', 'C2'),
  file('copy of b', 'B'),
  file('d', 'D2', 9_000_000),
]
const PLACES = new Map<string, Place>([
  [sha256('A2'), { page: 0, bytes: 110 }],
  [sha256('B'), { page: 0, bytes: 110 }],
  [sha256('C2'), { page: 1, bytes: 110 }],
  [sha256('D2'), { parts: 3 }],
])

function plan(facts: Partial<UpdateFacts> = {}, budget?: number) {
  const none: UpdateFacts = {
    files: FILES,
    places: PLACES,
    deltas: {},
    named: undefined,
    lacks: new Set(),
    list: 0,
  }
  return planUpdate({ ...none, ...facts }, budget)
}

test('a device that has nothing gets what fits, and is told where the rest is', () => {
  expect(plan()).toEqual({
    here: [
      [0, 100],
      [1, 100],
      [2, 100],
    ],
    deltas: [],
    elsewhere: { pages: [0, 2], parts: [4] },
    contents: [sha256('A2'), sha256('B'), sha256('C2')],
    deltasHere: [],
  })
  expect(plan({}, 150)).toMatchObject({ here: [[2, 100]], elsewhere: { pages: [0, 2], parts: [4] } })
  expect(plan({ list: 150 }, 150)).toMatchObject({ here: [], contents: [] })
})

test('a content that the device has under any path is not sent, unless it lacks it', () => {
  const named = [file('old name of b', 'B'), file('d', 'D2')]
  expect(plan({ named }).here.map(([at]) => at)).toEqual([0, 2])
  expect(plan({ named }).elsewhere).toBeUndefined()
  expect(plan({ named, lacks: new Set([sha256('B')]) }).here.map(([at]) => at)).toEqual([0, 1, 2])
})

test('of the deltas to contents that the device has, the smallest is sent', () => {
  const named = [file('x', 'X'), file('y', 'D0'), file('d', 'D1')]
  const deltas = { [sha256('D2')]: [delta('D1', 500), delta('D0', 300), delta('not there', 10)] }
  expect(plan({ named, deltas }).deltas).toEqual([{ file: 4, from: 1, bytes: 600 }])
  const lacks = new Set([sha256('D0')])
  expect(plan({ named, deltas, lacks }).deltas).toEqual([{ file: 4, from: 2, bytes: 1000 }])
  expect(plan({ deltas }).deltas).toEqual([])
})

test('a delta for which there is no room is sent in parts', () => {
  const deltas = { [sha256('D2')]: [delta('D1', 500)] }
  const planned = plan({ named: [file('d', 'D1')], deltas }, 499)
  expect(planned.deltas).toEqual([{ file: 4, from: 0, bytes: 1000, sha256: sha256('D1 500') }])
  expect(planned.deltasHere).toEqual([])
})

test('a list of 50,000 files fits into an answer, and one changed file of them into a kilobyte', {
  timeout: 60_000,
}, async () => {
  const list = (version: number) => {
    const files = Array.from({ length: 50_000 }, (_, at) => ({
      ...file(`knowledge/${at % 200}/${at}.md`, at === 777 ? `changed ${version}` : `content ${at}`),
      title: `Note ${at}`,
    }))
    const text = JSON.stringify({ v: 1, version, files })
    return { release: sha256(text), text, files }
  }
  const [before, current] = [list(1), list(2)]
  const places = new Map<string, Place>(current.files.map(({ sha256 }) => [sha256, { page: 0, bytes: 110 }]))
  const bodyFor = (named?: typeof before) => {
    const text = sentText(current, named)
    const facts = {
      files: current.files,
      places,
      deltas: {},
      lacks: new Set<string>(),
      list: text.bytes.length,
    }
    const planned = planUpdate({ ...facts, named: named?.files })
    const blobs = planned.contents.map(() => Buffer.alloc(100))
    return renderUpdate({ current, signatures: [], roots: [], text, plan: planned }, blobs)
  }
  const whole = bodyFor()
  expect(whole.length).toBeLessThan(DECODED_LIMIT / 2)
  expect((await compressOnce(whole)).length).toBeLessThan(BODY_BUDGET)
  expect((await compressOnce(bodyFor(before))).length).toBeLessThan(1_000)
})
