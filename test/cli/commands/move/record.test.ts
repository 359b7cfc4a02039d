import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  HOSTS,
  html,
  PAGES,
  redirect,
  servePages,
  sitemapOf,
  text,
  xml,
} from '../../../move/page/moved-pages.ts'
import { type Serve, serveHosts } from '../../../move/serve-hosts.ts'
import { loopbackWords, type MoveFolder, moveFolder } from './folder.ts'

let folder: MoveFolder
let kura: MoveFolder['kura']
let save: MoveFolder['save']
beforeEach(async () => {
  folder = await moveFolder()
  ;({ kura, save } = folder)
})

describe('kura move record', () => {
  /** The old site before its move: all its names lead to it. */
  const oldSite: Serve = ({ scheme, host, path }) => {
    if (scheme === 'http') return redirect(308, `https://${host}${path}`)
    if (host !== 'old.example') return redirect(308, `https://old.example${path}`)
    if (path === '/robots.txt') return text('Sitemap: https://old.example/sitemap.xml')
    if (path === '/sitemap.xml') return xml(sitemapOf(PAGES.map(page => `https://old.example${page}`)))
    if (path === '/hidden/') return html('<meta name="robots" content="noindex"><a href="/gone">gone</a>')
    return PAGES.includes(path)
      ? html(`<title>Lamps</title><a href="/hidden/">more</a> https://old.example/`)
      : { status: 404 }
  }
  const lines = async (file: string) =>
    (await readFile(join(folder.path, file), 'utf8'))
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
  const recording = async (name = 'old.example') => {
    await using hosts = await serveHosts(oldSite, { hosts: HOSTS })
    const { status, out } = await kura(['record', name, ...loopbackWords(hosts)])
    return { status, out, requests: hosts.requests }
  }
  const FILE = 'old.example.baseline.jsonl'

  test('writes each address of the site, and that nothing is missing', async () => {
    const { out } = await recording()
    expect(out).toContain(`Recorded 8 addresses of old.example in "${FILE}"`)
    const [head, robots, ...rest] = await lines(FILE)
    expect(head).toMatchObject({ baseline: 1, domain: 'old.example' })
    expect(robots).toEqual({ robots: 'Sitemap: https://old.example/sitemap.xml' })
    expect(rest.at(-1)).toMatchObject({ addresses: 8 })
    const items = new Map(rest.slice(0, -1).map(item => [item.path, item]))
    expect([...items.keys()].sort()).toEqual([...PAGES, '/hidden/', '/gone'].sort())
    expect(items.get('/about/')).toEqual({
      path: '/about/',
      kind: 'page',
      listed: true,
      status: 200,
      html: true,
      title: 'Lamps',
      letters: [24, 24],
      sketch: expect.stringMatching(/^[0-9a-z]+( [0-9a-z]+){1}$/),
      strings: [['text', 'raw', 1, 0]],
      links: [['/hidden/', 'page']],
    })
    expect(items.get('/hidden/')).toMatchObject({ noindex: ['*'], status: 200 })
    expect(items.get('/gone')).toMatchObject({ status: 404 })
  })

  test('continues after a stop, without what is recorded and without a line that was cut off', async () => {
    await recording()
    const whole = (await readFile(join(folder.path, FILE), 'utf8')).split('\n')
    await writeFile(join(folder.path, FILE), `${whole.slice(0, 4).join('\n')}\n${whole[4]?.slice(0, 9)}`)
    const recorded = (await lines(FILE).catch(() => [])).length
    expect(recorded).toBe(0)
    const { requests } = await recording()
    const items = (await lines(FILE)).slice(2, -1)
    expect(items.map(({ path }) => path).sort()).toEqual([...PAGES, '/hidden/', '/gone'].sort())
    const first = JSON.parse(whole[2] ?? '').path
    expect(requests).not.toContain(`https://old.example${first}`)
  })

  const refused = [
    { name: 'a complete one', text: undefined, says: 'it is complete since' },
    {
      name: 'one of another site',
      text: '{"baseline":1,"domain":"x.example","started":""}\n',
      says: 'it is the baseline of x.example',
    },
    { name: 'another file', text: 'hello\n', says: 'it was not written by kura move record' },
  ]
  test.each(refused)('does not write to $name', async ({ text: given, says }) => {
    if (given === undefined) await recording()
    else await save(FILE, given)
    await expect(recording()).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(says) })
  })

  test('is what a check compares with', async () => {
    await recording()
    await using hosts = await serveHosts(servePages(PAGES), { hosts: HOSTS })
    const check = ['check', 'old.example', 'new.example', '--baseline', FILE, ...loopbackWords(hosts)]
    const { out, status } = await kura([...check, '--report', 'report.html'])
    expect(status).toBe(1)
    expect(out).toMatch(/^failed: The new site lacks a page \(\d+\)$/m)
    expect(await readFile(join(folder.path, 'report.csv'), 'utf8')).toContain(
      '"https://new.example/hidden/","was a page of the old site, and no new page answers',
    )
    expect(out).toMatch(/^text +raw +6 +0$/m)
    expect(out).toMatch(/^Pages that answer 200 +7 +6$/m)
    expect(out).toMatch(/^Pages that ask not to be indexed +1 +0$/m)
    const other = kura(['check', 'x.example', 'new.example', '--baseline', FILE, ...loopbackWords(hosts)])
    await expect(other).rejects.toMatchObject({ message: expect.stringContaining('it is of old.example') })
  })

  test('that was stopped makes the check unknown', async () => {
    await recording()
    const whole = (await readFile(join(folder.path, FILE), 'utf8')).split('\n')
    await writeFile(
      join(folder.path, FILE),
      `${whole.filter(line => !/hidden\/","kind|ended/.test(line)).join('\n')}`,
    )
    await using hosts = await serveHosts(servePages(PAGES), { hosts: HOSTS })
    const check = ['check', 'old.example', 'new.example', '--baseline', FILE, ...loopbackWords(hosts)]
    const { out, status } = await kura(check)
    expect(out).toContain('was not recorded to its end')
    expect(status).toBe(3)
  })
})
