/**
 * One checkout's built functions in a process of their own: `node calls-process.ts DIR`. The parent sends a list of
 * calls of one function. The answer is the highest status, and the mean wall time and processor time of a call in
 * milliseconds.
 */
import { pathToFileURL } from 'node:url'

export interface Asked {
  /** The name of the function; `bare` for one that only asks the accounting service. */
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly method: string
  readonly body?: string | undefined
}

export interface Took {
  readonly status: number
  readonly wall: number
  readonly processor: number
}

interface Served {
  fetch(request: Request): Promise<Response>
}

/** Asks the accounting service as the proxy does, and reads and writes the same JSON. */
const BARE: Served = {
  async fetch({ url, headers }) {
    const { pathname, search } = new URL(url)
    const path = pathname.replace('/api/accounting', '/api/1')
    const authorization = headers.get('authorization') ?? ''
    const response = await fetch(process.env['ACCOUNTING_BASE_URL'] + path + search, {
      headers: { authorization, accept: 'application/json' },
    })
    return Response.json(await response.json(), { status: response.status })
  },
}

async function load(name: string): Promise<Served> {
  if (name === 'bare') return BARE
  return (await import(pathToFileURL(`${process.argv[2]}/dist/functions/${name}/function.js`).href)).default
}

async function take(asked: readonly Asked[]): Promise<Took> {
  const requests = asked.map(
    ({ url, headers, method, body }) =>
      new Request(url, { method, headers, ...(body !== undefined && { body }) }),
  )
  const served = await load(asked[0]?.name ?? '')
  let status = 0
  const before = process.cpuUsage()
  const started = performance.now()
  for (const request of requests) {
    const response = await served.fetch(request)
    await response.text()
    status = Math.max(status, response.status)
  }
  const wall = (performance.now() - started) / requests.length
  const { user, system } = process.cpuUsage(before)
  return { status, wall, processor: (user + system) / 1000 / requests.length }
}

process.on('message', async (asked: readonly Asked[]) => {
  process.send?.(await take(asked))
})
