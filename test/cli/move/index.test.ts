import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { registerMove } from '../../../lib/cli/move/index.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'
import {
  type Change,
  HOSTS,
  html,
  PAGES,
  page,
  redirect,
  servePages,
  sitemapOf,
  text,
  xml,
} from '../../move/page/moved-pages.ts'
import { CERTIFICATE_FILE, type Serve, type ServedHosts, serveHosts } from '../../move/serve-hosts.ts'

const MAIN = resolve(import.meta.dirname, '../../../lib/cli/main.ts')
let folder: string
beforeEach(async () => {
  folder = await temporaryDirectory()
})

/** `output` gets what is written, even if the command ends with an error. */
const kura = (words: readonly string[], output: string[] = []) =>
  runCommand(registerMove, ['move', ...words], {
    cwd: folder,
    env: { KURA_LANGUAGE: 'en' },
    wrote: text => output.push(text),
  })

interface Ended {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** Runs it as a process of its own; `started` gets a way to press Ctrl-C. */
function kuraProcess(words: readonly string[], started: (interrupt: () => void) => void): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, 'move', ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], KURA_LANGUAGE: 'en' },
  })
  const written = { out: '', err: '' }
  child.stdout.on('data', chunk => {
    written.out += chunk
  })
  child.stderr.on('data', chunk => {
    written.err += chunk
  })
  started(() => child.kill('SIGINT'))
  return new Promise((end, fail) => {
    child.once('error', fail)
    child.once('close', status => end({ status, ...written }))
  })
}

const save = (name: string, text: string) => writeFile(join(folder, name), text)

describe('kura move rules', () => {
  test('prints rules for the configuration in which lint finds nothing wrong', async () => {
    const rules = await kura(['rules', 'old.example', 'new.example'])
    expect(rules.status).toBe(0)
    await save('vercel.json', rules.out)
    await save('urls.txt', '/\n/a/\nhttps://old.example/b?q=1\n')
    const lint = await kura(['lint', 'vercel.json', '--paths', 'urls.txt', '--json'])
    expect(lint.status).toBe(0)
    expect(JSON.parse(lint.out)).toMatchObject({
      findings: [],
      hosts: ['old.example', 'www.old.example', 'www.new.example'],
    })
  })

  test('refuses names that are none', async () => {
    const refused = expect.objectContaining({
      code: 'usage',
      message: expect.stringContaining('Cannot read "old"'),
    })
    await expect(kura(['rules', 'old', 'new.example'])).rejects.toEqual(refused)
  })
})

describe('kura move lint', () => {
  test('names the rule of each address and ends with 1 if something is wrong', async () => {
    await save(
      'vercel.json',
      JSON.stringify({
        redirects: [
          {
            source: '/:path*',
            destination: 'https://new.example/:path*',
            has: [{ type: 'host', value: 'old.example' }],
            permanent: true,
          },
        ],
      }),
    )
    await save('urls.txt', '/\n/a\n')
    const { status, out } = await kura(['lint', 'vercel.json', '--paths', 'urls.txt'])
    expect(status).toBe(1)
    expect(out).toMatch(/^https:\/\/old\.example\/ +none$/m)
    expect(out).toMatch(/^https:\/\/old\.example\/a +redirects\[0\] +308 +https:\/\/new\.example\/a$/m)
    expect(out).toMatch(/^error: redirects\[0\] does not match "\/"/m)
  })

  const refused = [
    { name: 'a file that is not there', words: ['lint', 'none.json'] },
    { name: 'a file that is no JSON', words: ['lint', 'broken.json'] },
    { name: 'rules of another shape', words: ['lint', 'odd.json'] },
    { name: 'a list that is none', words: ['lint', 'good.json', '--paths', 'page.html'] },
  ]
  test.each(refused)('refuses $name', async ({ words }) => {
    await save('broken.json', '{')
    await save('odd.json', '{"redirects":[{"source":1}]}')
    await save('good.json', '{}')
    await save('page.html', '<html></html>')
    await expect(kura(words)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^Cannot (?:read|use) "/),
    })
  })
})

describe('kura move check', () => {
  /** The words that every check on loopback needs. */
  const words = ({ httpPort, httpsPort }: ServedHosts) => [
    'check',
    'old.example',
    'new.example',
    '--urls',
    'urls.txt',
    '--allow-private',
    '--rate',
    '1000000',
    '--ca',
    CERTIFICATE_FILE,
    '--connect-to',
    ...HOSTS.flatMap(host => [`${host}:443:127.0.0.1:${httpsPort}`, `${host}:80:127.0.0.1:${httpPort}`]),
  ]
  const serving = (change?: Change) => serveHosts(servePages(PAGES, change), { hosts: HOSTS })

  beforeEach(() => save('urls.txt', PAGES.join('\n')))

  test('passes with 0 and shows every point', async () => {
    await using hosts = await serving()
    const { status, out, err } = await kura(words(hosts))
    expect(status).toBe(0)
    expect(out).toContain('old.example to new.example: passed.')
    expect(out.match(/^[1-8] +(?:passed|expected|not asked) /gm)).toHaveLength(8)
    expect(err).toContain(`checking ${PAGES.length} of ${PAGES.length} pages`)
  })

  test('fails with 1, and writes the report, the record and the counts before and after', async () => {
    await using hosts = await serving(({ host, path }) =>
      host === 'new.example' && path === '/about/'
        ? html(page('/about/', { body: 'https://old.example/\u001b[31m' }))
        : undefined,
    )
    await save('before.html', '<a href="https://old.example/">x</a>')
    await save('checker.json', '{"allowed":"new.example"}')
    const { status, out } = await kura([
      ...words(hosts),
      ...[
        '--report',
        'report.html',
        '--record',
        'pages.jsonl',
        '--before',
        'before.html',
        '--checker-config',
        'checker.json',
      ],
    ])
    expect(status).toBe(1)
    expect(out).toMatch(
      /^failed +1 +https:\/\/new\.example\/about\/ holds the old domain once in text \(raw\)$/m,
    )
    expect(out).toMatch(/^links +raw +1 +0$/m)
    expect(out).toMatch(/^6 +passed/m)
    expect(await readFile(join(folder, 'report.html'), 'utf8')).toContain('holds the old domain once in text')
    const record = (await readFile(join(folder, 'pages.jsonl'), 'utf8')).trim().split('\n')
    expect(record.map(line => JSON.parse(line).path).sort()).toEqual([...PAGES].sort())
  })

  test('ends with 3 if something could not be checked, and prints JSON only', async () => {
    await using hosts = await serving(({ host, path }) =>
      host === 'new.example' && path === '/about/' ? { status: 403 } : undefined,
    )
    const { status, out } = await kura([...words(hosts), '--json'])
    expect(status).toBe(3)
    expect(JSON.parse(out)).toMatchObject({ verdict: 'unknown', complete: true })
  })

  test('Ctrl-C leaves a partial report that says so, and ends with 130', async () => {
    let interrupt = (): void => undefined
    await using hosts = await serving(({ host, path }) => {
      if (host !== 'new.example' || path !== '/news/2024') return undefined
      interrupt()
      return 'silent'
    })
    const { status, out, err } = await kuraProcess(
      [...words(hosts), '--report', 'report.html', '--concurrency', '1'],
      press => {
        interrupt = press
      },
    )
    expect(status).toBe(130)
    expect(err).toContain('Stopped by Ctrl-C')
    expect(out).toContain('Partial report: stopped after')
    expect(await readFile(join(folder, 'report.html'), 'utf8')).toContain('This report is partial')
  })

  test('what cannot be written takes nothing from what was found', async () => {
    await using hosts = await serving()
    await mkdir(join(folder, 'report.html'))
    const output: string[] = []
    const checking = kura([...words(hosts), '--json', '--report', 'report.html'], output)
    await expect(checking).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^Cannot write the report "report\.html": EISDIR/),
    })
    expect(JSON.parse(output.join(''))).toMatchObject({ verdict: 'passed', complete: true })
  })

  test.skipIf(!existsSync('/dev/full'))('a full disk ends the record, not the check', async () => {
    await using hosts = await serving()
    const output: string[] = []
    const checking = kura([...words(hosts), '--record', '/dev/full', '--report', 'report.html'], output)
    await expect(checking).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^Cannot write the record "\/dev\/full": ENOSPC/),
    })
    expect(output.join('')).toContain('old.example to new.example: passed.')
    expect(await readFile(join(folder, 'report.html'), 'utf8')).toContain('Site move')
  })

  test('refuses loopback unless it is allowed', async () => {
    await using hosts = await serving()
    const checking = kura(words(hosts).filter(word => word !== '--allow-private'))
    await expect(checking).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('which is no public address'),
    })
    expect(hosts.requests).toEqual([])
  })

  const refused = [
    { name: 'no list', words: ['check', 'old.example', 'new.example'], says: 'no list of them is given' },
    {
      name: 'a list that is not there',
      words: ['check', 'old.example', 'new.example', '--urls', 'none.txt'],
      says: 'Cannot read "',
    },
    {
      name: 'a number that is none',
      words: ['check', 'old.example', 'new.example', '--rate', 'fast'],
      says: '--rate',
    },
    {
      name: 'a new sitemap that is no address',
      words: ['check', 'old.example', 'new.example', '--urls', 'urls.txt', '--new-sitemap', 'sitemap.xml'],
      says: 'Cannot use --new-sitemap "sitemap.xml"',
    },
    {
      name: 'an old sitemap that is no address',
      words: ['check', 'old.example', 'new.example', '--sitemap', 'http://['],
      says: 'Cannot use --sitemap "http://["',
    },
    {
      name: 'a rule that is none',
      words: ['check', 'old.example', 'new.example', '--connect-to', 'x'],
      says: '--connect-to',
    },
  ]
  test.each(refused)('refuses $name', async ({ words, says }) => {
    await expect(kura(words)).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(says) })
  })
})

describe('kura move record', () => {
  /** The old site before its move: every name leads to it. */
  const oldSite: Serve = ({ scheme, host, path }) => {
    if (scheme === 'http') return redirect(308, `https://${host}${path}`)
    if (host !== 'old.example') return redirect(308, `https://old.example${path}`)
    if (path === '/robots.txt') return text('Sitemap: https://old.example/sitemap.xml')
    if (path === '/sitemap.xml') return xml(sitemapOf(PAGES.map(page => `https://old.example${page}`)))
    if (path === '/hidden/') return html('<meta name="robots" content="noindex"><a href="/gone">gone</a>')
    return PAGES.includes(path)
      ? html(`<a href="/hidden/">more</a> https://old.example${path}`)
      : { status: 404 }
  }
  const words = ({ httpPort, httpsPort }: ServedHosts) => [
    ...['--allow-private', '--rate', '1000000', '--ca', CERTIFICATE_FILE, '--connect-to'],
    ...HOSTS.flatMap(host => [`${host}:443:127.0.0.1:${httpsPort}`, `${host}:80:127.0.0.1:${httpPort}`]),
  ]
  const lines = async (file: string) =>
    (await readFile(join(folder, file), 'utf8'))
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
  const recording = async (name = 'old.example') => {
    await using hosts = await serveHosts(oldSite, { hosts: HOSTS })
    const { status, out } = await kura(['record', name, ...words(hosts)])
    return { status, out, requests: hosts.requests }
  }
  const FILE = 'old.example.baseline.jsonl'

  test('writes each address of the site, and that nothing is missing', async () => {
    const { out } = await recording()
    expect(out).toContain(`Recorded 8 addresses of old.example in "${FILE}"`)
    const [head, ...rest] = await lines(FILE)
    expect(head).toMatchObject({ baseline: 1, domain: 'old.example' })
    expect(rest.at(-1)).toMatchObject({ addresses: 8 })
    const items = new Map(rest.slice(0, -1).map(item => [item.path, item]))
    expect([...items.keys()].sort()).toEqual([...PAGES, '/hidden/', '/gone'].sort())
    expect(items.get('/about/')).toEqual({
      path: '/about/',
      kind: 'page',
      listed: true,
      status: 200,
      html: true,
      strings: [['text', 'raw', 1, 0]],
      links: [['/hidden/', 'page']],
    })
    expect(items.get('/hidden/')).toMatchObject({ noindex: true, status: 200 })
    expect(items.get('/gone')).toMatchObject({ status: 404 })
  })

  test('goes on after a stop, without what is recorded and without a line that was cut off', async () => {
    await recording()
    const whole = (await readFile(join(folder, FILE), 'utf8')).split('\n')
    await writeFile(join(folder, FILE), `${whole.slice(0, 4).join('\n')}\n${whole[4]?.slice(0, 9)}`)
    const recorded = (await lines(FILE).catch(() => [])).length
    expect(recorded).toBe(0)
    const { requests } = await recording()
    const items = (await lines(FILE)).slice(1, -1)
    expect(items.map(({ path }) => path).sort()).toEqual([...PAGES, '/hidden/', '/gone'].sort())
    const first = JSON.parse(whole[1] ?? '').path
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
    const check = ['check', 'old.example', 'new.example', '--baseline', FILE, ...words(hosts)]
    const { out, status } = await kura(check)
    expect(status).toBe(1)
    expect(out).toMatch(
      /https:\/\/new\.example\/hidden\/ was a page of the old site, and no new page answers/,
    )
    expect(out).toMatch(/^text +raw +6 +0$/m)
    expect(out).toMatch(/^pages +7 +6$/m)
    expect(out).toMatch(/^noindex +1 +0$/m)
    const other = kura(['check', 'x.example', 'new.example', '--baseline', FILE, ...words(hosts)])
    await expect(other).rejects.toMatchObject({ message: expect.stringContaining('it is of old.example') })
  })

  test('that was stopped makes the check unknown', async () => {
    await recording()
    const whole = (await readFile(join(folder, FILE), 'utf8')).split('\n')
    await writeFile(
      join(folder, FILE),
      `${whole.filter(line => !/hidden\/","kind|ended/.test(line)).join('\n')}`,
    )
    await using hosts = await serveHosts(servePages(PAGES), { hosts: HOSTS })
    const check = ['check', 'old.example', 'new.example', '--baseline', FILE, ...words(hosts)]
    const { out, status } = await kura(check)
    expect(out).toContain('was not recorded to its end')
    expect(status).toBe(3)
  })
})
