/** A generated site before its move and after it, served on loopback, with the baseline of the old one. */
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Baseline, BaselineItem, BaselineRobots } from '../../../lib/move/baseline/format.ts'
import { readBaseline } from '../../../lib/move/baseline/read.ts'
import { recordSite } from '../../../lib/move/baseline/record.ts'
import { checkMove } from '../../../lib/move/check.ts'
import { createDomainFinder } from '../../../lib/move/facts/old-domain-strings.ts'
import { hostsOf, readMove } from '../../../lib/move/moved-site.ts'
import type { MoveReport } from '../../../lib/move/report/move-report.ts'
import { type Network, openNetwork } from '../../../lib/move/visit/open-network.ts'
import {
  CERTIFICATE,
  type Exchange,
  type Serve,
  type Served,
  type ServedHosts,
  serveHosts,
} from '../serve-hosts.ts'
import type { BuiltSite } from './layout.ts'

const MOVE = readMove('old.example', 'new.example')
const HOSTS = [...hostsOf(MOVE)]

/** Serves one generated site on its host: its files, or else 404; the host's other names redirect to it. */
function serveBuilt(site: BuiltSite, host: string): Serve {
  return exchange => {
    const { scheme, host: asked, path } = exchange
    if (scheme === 'http') return redirect(308, `https://${asked}${path}`)
    if (asked !== host)
      return redirect(asked.endsWith('old.example') && path === '/' ? 301 : 308, `https://${host}${path}`)
    const name = path.replace(/\?.*$/s, '')
    const file = site.get(path) ?? site.get(name)
    if (file) return { headers: { 'content-type': file.type }, body: file.body }
    if (site.has(`${name}/`)) return redirect(308, `https://${host}${path.replace(name, `${name}/`)}`)
    return notFound()
  }
}

export function redirect(status: number, location: string): Served {
  return { status, headers: { location } }
}

export function notFound(): Served {
  const body = '<!doctype html><title>Not found</title><h1>There is no such page</h1><a href="/">Home</a>'
  return { status: 404, headers: { 'content-type': 'text/html' }, body }
}

/** Changes one answer of the moved site; undefined leaves it as it is. */
export type Fault = (exchange: Exchange, usual: Served) => Served | undefined

export async function recordBuilt(site: BuiltSite): Promise<Baseline> {
  const recorded: (BaselineItem | BaselineRobots)[] = []
  await served(serveBuilt(site, 'old.example'), async (network, deps) => {
    const find = createDomainFinder({ domain: MOVE.oldDomain, except: '' })
    const isListed = ([path, { type }]: [string, { type: string }]) =>
      type.startsWith('text/html') && !path.includes('?')
    const listed = [...site].filter(isListed).map(([path]) => path)
    await recordSite(
      { origin: 'https://old.example', hosts: MOVE.oldHosts, listed, recorded: [] },
      { most: 10_000, workers: 16 },
      {
        ...deps,
        visit: network.visit,
        find,
        isNotFound: () => false,
        progress: () => undefined,
        write: async line => void recorded.push(line),
      },
    )
  })
  const head = { baseline: 1, domain: 'old.example', started: '2026-01-01T00:00:00Z' }
  const end = { ended: '2026-01-01T00:10:00Z', addresses: recorded.length }
  await using folder = await mkdtempDisposable(join(tmpdir(), 'kura-test-'))
  const file = join(folder.path, 'baseline.jsonl')
  await writeFile(file, [head, ...recorded, end].map(line => `${JSON.stringify(line)}\n`).join(''))
  return await readBaseline(file, 'baseline.jsonl')
}

export interface CheckedSite {
  readonly report: MoveReport
  /** Every finding, as `verdict point address message`. */
  readonly findings: string[]
}

export async function checkBuilt(site: BuiltSite, baseline: Baseline, fault?: Fault): Promise<CheckedSite> {
  const usual = serveBuilt(site, 'new.example')
  const serve: Serve = exchange => {
    const answer = usual(exchange)
    return typeof answer === 'string' ? answer : (fault?.(exchange, answer) ?? answer)
  }
  return served(serve, async (network, deps) => {
    const oldAddresses = [...baseline.pages.keys()]
    const report = await checkMove({ site: MOVE, oldAddresses, baseline }, {}, { ...network, ...deps })
    const all = [...report.findings, ...report.pages.worst.flatMap(({ findings }) => findings)]
    const findings = all.map(({ verdict, point, url, message }) => `${verdict} ${point} ${url} ${message}`)
    return { report, findings }
  })
}

interface RunDeps {
  readonly signal: AbortSignal
  readonly now: () => number
  readonly unknownName: string
}

async function served<T>(serve: Serve, work: (network: Network, deps: RunDeps) => Promise<T>): Promise<T> {
  await using hosts: ServedHosts = await serveHosts(serve, { hosts: HOSTS, record: false })
  const { signal } = new AbortController()
  const network = openNetwork(
    new Set(HOSTS),
    {
      allowPrivate: true,
      rate: Number.POSITIVE_INFINITY,
      concurrency: 16,
      resolve: hosts.resolve,
      ca: CERTIFICATE,
    },
    { now: Date.now, clock: () => performance.now(), sleep: async () => undefined, signal },
  )
  try {
    return await work(network, { signal, now: Date.now, unknownName: 'no-such-page' })
  } finally {
    await network.close()
  }
}
