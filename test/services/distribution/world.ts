/** The distribution service over a temporary release folder and a store in memory. */

import type { Deployment } from '../../../lib/core/config/deployment.ts'
import type { Call } from '../../../lib/core/http/router.ts'
import { openTrace } from '../../../lib/core/http/trace.ts'
import { type Answer, answerSchema } from '../../../lib/core/release/schema.ts'
import { createOverview, type DistributionOverview } from '../../../lib/services/distribution/overview.ts'
import { createDistribution, type Distribution } from '../../../lib/services/distribution/service.ts'
import { createMemoryStore, type MemoryStore } from '../../helpers/memory-store.ts'
import { TEST_NOW, type TestPublisher, type TestPublisherOptions } from '../../helpers/publishing/release.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'

export const FILES = { 'a.md': '# A\n', 'b/蔵.tsv': '蔵\tくら\n', 'c.bin': Buffer.from([0xff, 0x00]) }
export const STATUS = {
  sequence: 3,
  expected: 3,
  installed: 2,
  indexed: 2,
  line: 'memory=2 / index reference=no',
  at: '2026-01-01T00:00:00Z',
  problems: ['cannot write "c.bin"'],
}

export interface Asked {
  readonly query?: Record<string, string>
  readonly body?: unknown
  readonly encoding?: string
  readonly name?: string
}

interface Service extends Distribution, DistributionOverview {
  readonly publisher: TestPublisher
  readonly store: MemoryStore
  /** The response to a question, and the trace's notes. */
  ask(asked?: Asked): Promise<{ response: Response; line: Record<string, unknown> }>
  /** The parsed answer to a question. */
  files(asked?: Asked): Promise<Answer>
}

export async function serve(options: TestPublisherOptions = {}): Promise<Service> {
  return serveOf(await temporaryPublisher(options))
}

/** Like `serve`, with the releases of `publisher`. */
export function serveOf(publisher: TestPublisher, deployment: Deployment = 'local'): Service {
  const store = createMemoryStore({ now: () => TEST_NOW })
  const { releaseDir } = publisher
  const distribution = createDistribution({
    releaseDir,
    store: async () => store,
    now: () => TEST_NOW,
    deployment,
  })
  const overview = createOverview({
    releaseDir,
    store: () => store,
    revoked: async () => new Set(),
    deployment,
  })
  const ask: Service['ask'] = async asked => {
    const trace = openTrace('id', () => 0)
    const response = await distribution.answer(callOf(asked ?? {}, trace))
    return { response, line: JSON.parse(trace.end({}).line) }
  }
  const files: Service['files'] = async asked => answerSchema.parse(await (await ask(asked)).response.json())
  return { ...distribution, ...overview, publisher, store, ask, files }
}

function callOf({ query = {}, body, encoding, name = 'laptop' }: Asked, trace: Call['trace']): Call {
  const url = new URL('https://kura.example/api/distribution')
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
  const method = body === undefined ? 'GET' : 'POST'
  return {
    request: new Request(url, { method, headers }),
    url,
    caller: { name, keyid: `${name}:device:1`, scopes: ['device'] },
    body: new TextEncoder().encode(body === undefined || body === '' ? '' : JSON.stringify(body)),
    params: {},
    trace,
  }
}

/** How the answer hands out each file. */
export function kinds({ files }: Answer): string[] {
  return files.map(({ path, same, page, parts }) => {
    if (same) return `${path} same`
    if (page !== undefined) return `${path} page ${page}`
    return parts === undefined ? `${path} inline` : `${path} parts ${parts}`
  })
}
