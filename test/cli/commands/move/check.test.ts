import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Change, HOSTS, html, PAGES, page, servePages } from '../../../move/page/moved-pages.ts'
import { type ServedHosts, serveHosts } from '../../../move/serve-hosts.ts'
import { loopbackWords, type MoveFolder, moveFolder } from './folder.ts'

let folder: MoveFolder
let kura: MoveFolder['kura']
let kuraProcess: MoveFolder['kuraProcess']
let save: MoveFolder['save']
beforeEach(async () => {
  folder = await moveFolder()
  ;({ kura, kuraProcess, save } = folder)
})

describe('kura move check', () => {
  /** Returns the options that every check on loopback needs. */
  const words = (hosts: ServedHosts) => [
    ...['check', 'old.example', 'new.example', '--urls', 'urls.txt'],
    ...loopbackWords(hosts),
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

  test('--max-hops limits the redirects of one chain', async () => {
    await using hosts = await serving()
    const { status, out } = await kura([...words(hosts), '--max-hops', '1'])
    expect(status).toBe(1)
    expect(out).toMatch(/2 redirects/)
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
    expect(out).toMatch(/^failed: The old domain is still written \(1\)$/m)
    expect(out).toMatch(
      /^ +https:\/\/new\.example\/about\/ holds the old domain once in text \(raw\): ".*old\.example.*"$/m,
    )
    expect(out).toMatch(/^links +raw +1 +0$/m)
    expect(out).toMatch(/^6 +passed/m)
    expect(await readFile(join(folder.path, 'report.html'), 'utf8')).toContain(
      'holds the old domain once in text',
    )
    const findings = JSON.parse(await readFile(join(folder.path, 'report.json'), 'utf8'))
    expect(findings[0]).toMatchObject({ cause: 'oldDomain', url: 'https://new.example/about/' })
    const table = (await readFile(join(folder.path, 'report.csv'), 'utf8')).split('\r\n')
    expect(table).toHaveLength(findings.length + 2)
    expect(table[0]).toBe('\ufeff"verdict","point","cause","url","finding"')
    const record = (await readFile(join(folder.path, 'pages.jsonl'), 'utf8')).trim().split('\n')
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
    expect(await readFile(join(folder.path, 'report.html'), 'utf8')).toContain('This report is partial')
  })

  test('what cannot be written takes nothing from what was found', async () => {
    await using hosts = await serving()
    await mkdir(join(folder.path, 'report.html'))
    const output: string[] = []
    const checking = kura([...words(hosts), '--json', '--report', 'report.html'], output)
    await expect(checking).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^Cannot write the report "report\.html": it is a folder/),
    })
    expect(JSON.parse(output.join(''))).toMatchObject({ verdict: 'passed', complete: true })
  })

  test.skipIf(!existsSync('/dev/full'))('a full disk ends the record, not the check', async () => {
    await using hosts = await serving()
    const output: string[] = []
    const checking = kura([...words(hosts), '--record', '/dev/full', '--report', 'report.html'], output)
    await expect(checking).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^Cannot write the record "\/dev\/full": the disk is full/),
    })
    expect(output.join('')).toContain('old.example to new.example: passed.')
    expect(await readFile(join(folder.path, 'report.html'), 'utf8')).toContain('Site move')
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
      says: 'none.txt": there is no such file or folder',
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
