/**
 * One checkout's functions in a process of their own: `node calls-process.ts DIR`. The parent sends the settings, then
 * one call at a time; the answer is the status, the wall time in milliseconds and the processor time of the call.
 */
import { pathToFileURL } from 'node:url'

export interface Asked {
  /** The name of the file in api/. */
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
  readonly default: { fetch(request: Request): Promise<Response> }
}

const load = (path: string) => import(pathToFileURL(`${process.argv[2]}/${path}`).href)

async function take({ name, url, headers, method, body }: Asked): Promise<Took> {
  const { default: served } = (await load(`api/${name}.ts`)) as Served
  const request = new Request(url, { method, headers, ...(body !== undefined && { body }) })
  const before = process.cpuUsage()
  const started = performance.now()
  const response = await served.fetch(request)
  await response.text()
  const wall = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  return { status: response.status, wall, processor: (user + system) / 1000 }
}

process.on('message', async ({ env, asked }: { env?: Record<string, string>; asked?: Asked }) => {
  if (env) (await load('lib/app/core.ts')).provideDeps({ env, log: () => undefined })
  process.send?.(asked ? await take(asked) : {})
})
