/** The check of thousands of pages of twenty kilobytes each, over real sockets, needs little memory. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { MoveReport } from '../../lib/move/report/move-report.ts'
import { count } from '../helpers/run/sampled.ts'
import { checkServed, HOSTS, html, page } from './page/moved-pages.ts'

const PAGES = count({ few: 1000, all: 5000 })
const KEEP = 20
const FILLER = `<p>${'lamp '.repeat(4000)}</p>`

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function heapInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test(`${PAGES} pages are checked in memory that does not grow with them`, { timeout: 240_000 }, async () => {
  const heap: number[] = []
  let seen = 0
  const report: MoveReport = await checkServed({
    pages: ['/', ...Array.from({ length: PAGES - 1 }, (_, number) => `/p/${number}.html`)],
    hosts: HOSTS.filter(host => host !== 'www.old.example'),
    record: false,
    change: ({ scheme, host, path }) => {
      if (scheme === 'http' || host !== 'new.example' || !/^\/p\/\d/.test(path)) return undefined
      // every fifth page still names the old domain
      const old = path.endsWith('5.html') || path.endsWith('0.html') ? 'old.example' : ''
      const body = `${FILLER}<a href="https://new.example${path}">a link of its own</a>${old}`
      return html(page(path, { body }))
    },
    options: { keep: KEEP },
    deps: {
      onPage: () => {
        seen += 1
        if (seen % (PAGES / 5) === 0) heap.push(heapInUse())
      },
    },
  })
  expect(seen).toBe(PAGES)
  expect(report.pages.counts).toEqual({
    checked: PAGES,
    passed: PAGES * 0.8,
    accepted: 0,
    warning: 0,
    unknown: 0,
    failed: PAGES * 0.2,
  })
  expect(report.strings.after.total).toBe(PAGES * 0.2)
  expect(report.pages.worst).toHaveLength(KEEP)
  expect(report.pages.leftOut).toBe(PAGES * 0.2 - KEEP)
  expect(JSON.stringify(report).length).toBeLessThan(60_000)
  const [first = 0] = heap
  expect(heap).toHaveLength(5)
  expect(Math.max(...heap) - first).toBeLessThan(Math.min(16_000_000, PAGES * 8_000))
})
