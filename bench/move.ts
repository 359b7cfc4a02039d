/**
 * Pages per second of `kura move check` against linkinator: each a process of its own from start to exit, on the same site
 * over https on loopback, with as many requests at once, and no limit on the rate. They do not do the same: linkinator
 * requests each page once and follows its links; kura also reads what each page says about itself, and follows the
 * redirects of its old address, with and without a query.
 */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CERTIFICATE_FILE } from '../test/move/serve-hosts.ts'
import { type Measurement, median, ratioText } from './measurement.ts'
import { sitePaths } from './move-site.ts'

const RUNS = 3
const CONCURRENCY = '16'
const ROOT = join(import.meta.dirname, '..')
const LINKINATOR = fileURLToPath(new URL('cli.js', import.meta.resolve('linkinator')))
const HOSTS = ['old.example', 'www.old.example', 'new.example', 'www.new.example']

interface Ports {
  readonly httpPort: number
  readonly httpsPort: number
}

/** The aims: as fast as linkinator on a small site, half as fast again on a large one. */
const SITES = [
  { pages: 141, aim: 1 },
  { pages: 5000, aim: 1.5 },
] as const

export async function measureMove(): Promise<Measurement[]> {
  const rows: Measurement[] = []
  for (const { pages, aim } of SITES) rows.push(...(await measureSite(pages, aim)))
  return rows
}

async function measureSite(pages: number, aim: number): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kura-bench-'))
  const site = fork(join(import.meta.dirname, 'move-site.ts'), [String(pages)])
  try {
    const [ports] = (await once(site, 'message')) as [Ports]
    const list = join(folder, 'urls.txt')
    await writeFile(list, sitePaths(pages).join('\n'))
    const speeds = { linkinator: [] as number[], kura: [] as number[] }
    for (let run = 0; run <= RUNS; run++) {
      const linkinator = await pagesPerSecond(pages, linkinatorWords(ports))
      const kura = await pagesPerSecond(pages, kuraWords(ports, list))
      // the first run is a warm-up
      if (run > 0) speeds.linkinator.push(linkinator)
      if (run > 0) speeds.kura.push(kura)
    }
    return rowsOf(pages, { linkinator: median(speeds.linkinator), kura: median(speeds.kura) }, aim)
  } finally {
    site.kill()
    await rm(folder, { recursive: true })
  }
}

function rowsOf(pages: number, speeds: { linkinator: number; kura: number }, aim: number): Measurement[] {
  const ratio = speeds.kura / speeds.linkinator
  return [
    { what: `linkinator, ${pages} pages`, found: `${Math.round(speeds.linkinator)} pages a second` },
    {
      what: `kura move check, ${pages} pages and their old addresses`,
      found: `${Math.round(speeds.kura)} pages a second, ${ratioText(ratio)} of linkinator`,
      aim: { text: `at least ${ratioText(aim)}`, held: ratio >= aim },
    },
  ]
}

/** Runs the program to its end; both programs print how many pages they saw and that nothing is wrong. */
async function pagesPerSecond(pages: number, words: readonly string[]): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, words, { cwd: ROOT, env: { PATH: process.env['PATH'] } })
  let out = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  child.stderr.on('data', chunk => {
    out += chunk
  })
  const [status] = (await once(child, 'close')) as [number]
  const seconds = (performance.now() - started) / 1000
  const seen = /(?:scanned (\d+) links|Everything is as it should be)/i.exec(out)
  const scanned = Number(seen?.[1] ?? pages)
  if (status !== 0 || !seen || scanned < pages)
    throw new Error(`"${words.join(' ')}" ended with ${status}: ${out}`)
  return pages / seconds
}

function linkinatorWords({ httpsPort }: Ports): string[] {
  const origin = `https://localhost:${httpsPort}`
  const rewrite = ['--url-rewrite-search', 'https://new.example', '--url-rewrite-replace', origin]
  const words = ['--recurse', '--concurrency', CONCURRENCY, '--allow-insecure-certs', '--verbosity', 'error']
  return [LINKINATOR, `${origin}/`, ...words, ...rewrite]
}

function kuraWords({ httpPort, httpsPort }: Ports, list: string): string[] {
  const connect = HOSTS.flatMap(host => [
    `${host}:443:127.0.0.1:${httpsPort}`,
    `${host}:80:127.0.0.1:${httpPort}`,
  ])
  const words = ['--urls', list, '--allow-private', '--rate', '1000000', '--concurrency', CONCURRENCY]
  const command = [join(ROOT, 'bin/kura.js'), 'move', 'check', 'old.example', 'new.example']
  return [...command, ...words, '--ca', CERTIFICATE_FILE, '--connect-to', ...connect]
}
