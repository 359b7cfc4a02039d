/**
 * Pages per second of `kura move check` against linkinator: each a process of its own from start to exit, on the same
 * site over https on loopback, with as many requests at once, and no limit on the rate. They do not do the same:
 * linkinator requests each page once and follows its links; kura also reads what each page says, and follows the
 * redirects of its old address, with and without a query. In one row it also compares each page with the baseline of
 * the old site, which was recorded before. The programs take turns, and a ratio is the median over the turns: what
 * slows down the machine for a while slows down both.
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

const CONCURRENCY = '16'
const ROOT = join(import.meta.dirname, '..')
const LINKINATOR = fileURLToPath(new URL('cli.js', import.meta.resolve('linkinator')))
const HOSTS = ['old.example', 'www.old.example', 'new.example', 'www.new.example']

interface Ports {
  readonly httpPort: number
  readonly httpsPort: number
}

/** The aims: as fast as linkinator on a small site, one and a half times as fast on a large one. */
const SITES = [
  { pages: 150, aim: 1, turns: 9 },
  { pages: 3000, aim: 1.5, turns: 3 },
] as const

/** The maximum of memory for a site of any size, in megabytes. */
const MEMORY = 350
/** Prints the largest memory of the process when it ends. */
const PEAK = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS))",
)}`

export async function measureMove(): Promise<Measurement[]> {
  const rows: Measurement[] = []
  for (const site of SITES) rows.push(...(await measureSite(site)))
  return rows
}

async function measureSite({ pages, aim, turns }: (typeof SITES)[number]): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kura-bench-'))
  const [baseline, list] = [join(folder, 'baseline.jsonl'), join(folder, 'urls.txt')]
  await writeFile(list, sitePaths(pages).join('\n'))
  await withSite([String(pages), 'before'], ports => run(pages, recordWords(ports, baseline)))
  try {
    return await withSite([String(pages)], async ports => {
      const runs: Runs = { linkinator: [], kura: [], compared: [] }
      for (let count = 0; count <= turns; count++) {
        const linkinator = await run(pages, linkinatorWords(ports))
        const kura = await run(pages, checkWords(ports, ['--urls', list]))
        const compared = await run(pages, checkWords(ports, ['--baseline', baseline]))
        // the first run is a warm-up
        if (count === 0) continue
        runs.linkinator.push(linkinator)
        runs.kura.push(kura)
        runs.compared.push(compared)
      }
      return rowsOf(pages, runs, aim)
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function withSite<T>(words: readonly string[], work: (ports: Ports) => Promise<T>): Promise<T> {
  const site = fork(join(import.meta.dirname, 'move-site.ts'), words)
  try {
    const [ports] = (await once(site, 'message')) as [Ports]
    return await work(ports)
  } finally {
    site.kill()
  }
}

interface Run {
  /** Pages a second. */
  readonly speed: number
  /** The largest memory in megabytes. */
  readonly memory: number
}

type Runs = Record<'linkinator' | 'kura' | 'compared', Run[]>

function rowsOf(pages: number, { linkinator, kura, compared }: Runs, aim: number): Measurement[] {
  const of = (runs: readonly Run[], key: keyof Run) => median(runs.map(each => each[key]))
  const ratioOf = (runs: readonly Run[]) =>
    median(runs.map(({ speed }, turn) => speed / (linkinator[turn]?.speed ?? Number.NaN)))
  const [ratio, comparedRatio] = [ratioOf(kura), ratioOf(compared)]
  const memory = Math.round(Math.max(of(kura, 'memory'), of(compared, 'memory')))
  return [
    {
      what: `linkinator, ${pages} pages`,
      found: `${Math.round(of(linkinator, 'speed'))} pages a second, ${Math.round(of(linkinator, 'memory'))} MB at most`,
    },
    {
      what: `kura move check, ${pages} pages and their old addresses`,
      found: `${Math.round(of(kura, 'speed'))} pages a second, ${ratioText(ratio)} of linkinator`,
      aim: { text: `at least ${ratioText(aim)}`, held: ratio >= aim },
    },
    {
      what: `kura move check, ${pages} pages compared with their baseline`,
      found: `${Math.round(of(compared, 'speed'))} pages a second, ${ratioText(comparedRatio)} of linkinator`,
    },
    {
      what: `kura move check, ${pages} pages: memory`,
      found: `${memory} MB at most`,
      aim: { text: `at most ${MEMORY} MB`, held: memory <= MEMORY },
    },
  ]
}

/** Runs the program. Fails unless it ends with 0 and says that it saw all pages or that all is as it should be. */
async function run(pages: number, words: readonly string[]): Promise<Run> {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', PEAK, ...words], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] },
  })
  let out = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  child.stderr.on('data', chunk => {
    out += chunk
  })
  const [status] = (await once(child, 'close')) as [number]
  const seconds = (performance.now() - started) / 1000
  const seen = /(?:scanned (\d+) links|Recorded (\d+) addresses|Everything is as it should be)/i.exec(out)
  const scanned = Number(seen?.[1] ?? pages)
  if (status !== 0 || !seen || scanned < pages)
    throw new Error(`"${words.join(' ')}" ended with ${status}: ${out}`)
  const [, kilobytes = '0'] = /peak (\d+)/.exec(out) ?? []
  return { speed: pages / seconds, memory: Number(kilobytes) / 1000 }
}

function linkinatorWords({ httpsPort }: Ports): string[] {
  const origin = `https://localhost:${httpsPort}`
  const rewrite = ['--url-rewrite-search', 'https://new.example', '--url-rewrite-replace', origin]
  const words = ['--recurse', '--concurrency', CONCURRENCY, '--allow-insecure-certs', '--verbosity', 'error']
  return [LINKINATOR, `${origin}/`, ...words, ...rewrite]
}

function recordWords(ports: Ports, baseline: string): string[] {
  return [...kuraCommand('record', 'old.example'), '--out', baseline, ...networkWords(ports)]
}

function checkWords(ports: Ports, before: readonly string[]): string[] {
  return [...kuraCommand('check', 'old.example', 'new.example'), ...before, ...networkWords(ports)]
}

function kuraCommand(...words: string[]): string[] {
  return [join(ROOT, 'bin/kura.js'), 'move', ...words]
}

function networkWords({ httpPort, httpsPort }: Ports): string[] {
  const connect = HOSTS.flatMap(host => [
    `${host}:443:127.0.0.1:${httpsPort}`,
    `${host}:80:127.0.0.1:${httpPort}`,
  ])
  const words = ['--allow-private', '--rate', '1000000', '--concurrency', CONCURRENCY]
  return [...words, '--ca', CERTIFICATE_FILE, '--connect-to', ...connect]
}
