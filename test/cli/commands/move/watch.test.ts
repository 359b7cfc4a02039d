import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { HOSTS, html, PAGES, page, servePages } from '../../../move/page/moved-pages.ts'
import { type ServedHosts, serveHosts } from '../../../move/serve-hosts.ts'
import { loopbackWords, type MoveFolder, moveFolder } from './folder.ts'

let folder: MoveFolder
/** The pages that contain the old domain; below, the pages that answer 404. */
let quoting: string[]
let missing: string[]
/** If set, robots.txt forbids a page, and unknown addresses answer 200. */
let isClosed: boolean
let hosts: ServedHosts
let words: string[]

beforeEach(async () => {
  folder = await moveFolder()
  await folder.save('urls.txt', PAGES.join('\n'))
  ;[quoting, missing] = [['/about/', '/news/2024'], []]
  isClosed = false
  hosts = await serveHosts(
    servePages(PAGES, ({ scheme, host, path }) => {
      if (scheme !== 'https' || host !== 'new.example') return undefined
      if (isClosed && path.startsWith('/kura-move-check-')) return html('<title>x</title>Welcome')
      if (isClosed && path === '/robots.txt') return { body: 'User-agent: *\nDisallow: /about/\n' }
      if (missing.includes(path)) return { status: 404 }
      return quoting.includes(path) ? html(page(path, { body: 'https://old.example/' })) : undefined
    }),
    { hosts: HOSTS },
  )
  words = [
    ...['check', 'old.example', 'new.example', '--urls', 'urls.txt', '--report', 'move.html', '--watch'],
    ...loopbackWords(hosts),
  ]
  return () => hosts[Symbol.asyncDispose]()
})

const fileOf = (name: string) => readFile(join(folder.path, name), 'utf8')
const urlsIn = async () => {
  const findings: { cause: string; url: string }[] = JSON.parse(await fileOf('move.json'))
  return findings.filter(({ cause }) => cause === 'oldDomain').map(({ url }) => new URL(url).pathname)
}

test('--watch checks again until nothing is left, and shows what is new, gone and left', async () => {
  const pauses: number[] = []
  const reports: string[][] = []
  const output: string[] = []
  const shown: string[] = []
  const { status } = await folder.kura([...words, '--every', '2'], output, {
    async sleep(milliseconds) {
      pauses.push(milliseconds)
      reports.push((await urlsIn()).sort())
      expect(await fileOf('move.html')).toContain('The old domain is still written')
      shown.push(output.splice(0).join(''))
      if (pauses.length === 1) [quoting, missing] = [['/about/'], ['/manual.html']]
      else [quoting, missing] = [[], []]
    },
  })
  const last = output.join('')
  expect(status).toBe(0)
  expect(pauses).toEqual([120_000, 120_000])
  expect(reports).toEqual([['/about/', '/news/2024'], ['/about/']])
  expect(shown[0]).toMatch(/^failed: The old domain is still written \(2\)$/m)
  expect(shown[0]).toContain('The next check begins in 2 minutes')
  expect(shown[1]).not.toContain('failed:')
  expect(shown[1]).toMatch(/^cause +new +gone +left$/m)
  expect(shown[1]).toMatch(/^The old domain is still written +0 +1 +1$/m)
  expect(shown[1]).toMatch(/^\d+ findings are left$/m)
  expect(last).toMatch(/^The old domain is still written +0 +1 +0$/m)
  expect(last).toContain('Nothing is left')
  expect(last).toContain('old.example to new.example: passed.')
  expect(JSON.parse(await fileOf('move.json'))).toEqual([])
})

test('--watch counts what a person accepts meanwhile as accepted', async () => {
  const accepting = ['accept', 'oldDomain', '--report', 'move.html', '--by', 'mei', '--reason', 'a quotation']
  const said: string[] = []
  const { status, out } = await folder.kura(words, [], {
    sleep: async () => void said.push((await folder.kura(accepting)).out),
  })
  expect({ status, said }).toEqual({
    status: 0,
    said: [
      'Accepted 2 findings of the report in "move.accepted.json". The next check counts them as accepted.\n',
    ],
  })
  expect(out).toMatch(/^accepted: The old domain is still written \(2\)$/m)
  expect(out).toMatch(/^ +Accepted by mei, .*: a quotation$/m)
  expect(out).toContain('old.example to new.example: accepted.')
  expect(await fileOf('move.html')).toMatch(/Accepted by mei, .*: a quotation/)
  expect((await fileOf('move.csv')).match(/^"accepted"/gm)).toHaveLength(2)
})

test('Ctrl-C ends the pause; with --json the last report is the result', async () => {
  const output: string[] = []
  const stopped = new Error('Ctrl-C')
  const control = new AbortController()
  const watching = folder.kura([...words, '--json'], output, {
    signal: control.signal,
    sleep: async () => control.abort(stopped),
  })
  await expect(watching).rejects.toBe(stopped)
  expect(JSON.parse(output.join(''))).toMatchObject({ verdict: 'failed', complete: true })
})

test('--watch reads robots.txt again, and knows the address that no site has again', async () => {
  ;[quoting, isClosed] = [[], true]
  const output: string[] = []
  let pauses = 0
  const { status } = await folder.kura(words, output, {
    async sleep() {
      pauses += 1
      if (pauses === 2) isClosed = false
    },
  })
  expect({ status, pauses }).toEqual({ status: 0, pauses: 2 })
  expect(output.join('')).toMatch(/^A missing page answers 200 +0 +0 +1$/m)
  expect(output.join('')).toMatch(/^Search engines are kept out +0 +1 +0$/m)
})

test('without --report, --accepted names the file, which has to exist', async () => {
  const named = [
    ...words.filter(word => !['--report', 'move.html', '--watch'].includes(word)),
    '--accepted',
    'a.json',
  ]
  await expect(folder.kura(named)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/^Cannot read the accepted findings "a\.json": there is no such file/),
  })
  const entry = { cause: 'oldDomain', by: 'mei', at: '2026-11-20T00:00:00Z', reason: 'a quotation' }
  await writeFile(join(folder.path, 'a.json'), JSON.stringify([entry]))
  expect((await folder.kura(named)).status).toBe(0)
})
