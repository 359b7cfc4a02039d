/**
 * Pages per second of `kura move check` against linkinator, on the same site of a thousand pages over https on loopback,
 * with as many requests at once, and no limit on the rate. They do not do the same: linkinator requests each page once and
 * follows its links; kura requests each page once, reads what it says about itself, and follows every form of its old
 * address hop by hop. So kura is measured both ways: the pages of the new site alone, and the whole check.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { check as crawl } from 'linkinator'
import { checkMove } from '../lib/move/check.ts'
import { readMove } from '../lib/move/moved-site.ts'
import type { Resolve } from '../lib/move/visit/connection.ts'
import { openNetwork } from '../lib/move/visit/open-network.ts'
import { CERTIFICATE } from '../test/move/serve-hosts.ts'
import { type Measurement, median, ratioText } from './measurement.ts'
import { PAGES, sitePaths } from './move-site.ts'

const RUNS = 3
const CONCURRENCY = 16
const AIM = 1

interface Ports {
  readonly httpPort: number
  readonly httpsPort: number
}

export async function measureMoveCheck(): Promise<Measurement[]> {
  const site = fork(join(import.meta.dirname, 'move-site.ts'))
  try {
    const [ports] = (await once(site, 'message')) as [Ports]
    const speeds = { linkinator: [] as number[], pages: [] as number[], whole: [] as number[] }
    for (let run = 0; run <= RUNS; run++) {
      const linkinator = await pagesPerSecond(() => crawlSite(ports))
      const pages = await pagesPerSecond(() => checkSite(ports, ['/']))
      const whole = await pagesPerSecond(() => checkSite(ports, sitePaths()))
      // the first run is a warm-up
      if (run === 0) continue
      speeds.linkinator.push(linkinator)
      speeds.pages.push(pages)
      speeds.whole.push(whole)
    }
    return rows({
      linkinator: median(speeds.linkinator),
      pages: median(speeds.pages),
      whole: median(speeds.whole),
    })
  } finally {
    site.kill()
  }
}

function rows({ linkinator, pages, whole }: Record<'linkinator' | 'pages' | 'whole', number>): Measurement[] {
  const ratio = pages / linkinator
  return [
    { what: `linkinator, ${PAGES} pages`, found: `${Math.round(linkinator)} pages a second` },
    {
      what: 'kura move check, the new pages alone',
      found: `${Math.round(pages)} pages a second, ${ratioText(ratio)} of linkinator`,
      aim: { text: `at least ${ratioText(AIM)}`, held: ratio >= AIM },
    },
    {
      what: 'kura move check, with every form of every old address',
      found: `${Math.round(whole)} pages a second, ${ratioText(whole / linkinator)} of linkinator`,
      aim: { text: `at least ${ratioText(AIM)}`, held: whole / linkinator >= AIM },
    },
  ]
}

async function pagesPerSecond(work: () => Promise<number>): Promise<number> {
  const started = performance.now()
  const pages = await work()
  if (pages !== PAGES) throw new Error(`checked ${pages} pages, expected ${PAGES}`)
  return (1000 * pages) / (performance.now() - started)
}

/** Runs linkinator from the homepage; it finds the site's own pages. */
async function crawlSite({ httpsPort }: Ports): Promise<number> {
  const origin = `https://localhost:${httpsPort}`
  const { links } = await crawl({
    path: `${origin}/`,
    recurse: true,
    concurrency: CONCURRENCY,
    allowInsecureCerts: true,
    urlRewriteExpressions: [{ pattern: /^https:\/\/new\.example/, replacement: origin }],
    linksToSkip: ['card\\.png'],
  })
  return new Set(
    links.filter(({ state, url }) => state === 'OK' && url.startsWith(origin)).map(({ url }) => url),
  ).size
}

async function checkSite({ httpPort, httpsPort }: Ports, oldAddresses: string[]): Promise<number> {
  const site = readMove('old.example', 'new.example')
  const resolve: Resolve = async (_host, port) => ({
    addresses: ['127.0.0.1'],
    port: port === 443 ? httpsPort : httpPort,
  })
  const { signal } = new AbortController()
  const now = Date.now
  const network = openNetwork(
    site,
    {
      allowPrivate: true,
      resolve,
      ca: CERTIFICATE,
      concurrency: CONCURRENCY,
      rate: Number.POSITIVE_INFINITY,
    },
    { now, clock: () => performance.now(), sleep: milliseconds => delay(milliseconds), signal },
  )
  try {
    const report = await checkMove({ site, oldAddresses }, {}, { ...network, now, signal })
    if (report.verdict !== 'passed') throw new Error(`the move is ${report.verdict}`)
    return report.pages.counts.checked
  } finally {
    await network.close()
  }
}
