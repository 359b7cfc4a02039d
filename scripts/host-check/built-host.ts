/**
 * Serves the built output on a loopback socket: routes raw paths by config.json, runs functions in their own processes.
 */
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readTarget } from '../../sandbox/host/router.ts'
import { type BuiltOutput, layOut, weigh } from './built-output.ts'
import { createInstances, type Instances } from './instances.ts'
import { createOutputRouter } from './output-router.ts'

export interface BuiltHost {
  readonly url: string
  /** The size of all files of a function in bytes, by its name. */
  readonly weights: ReadonlyMap<string, number>
  /**
   * Resolves once the work of every request has ended and every process is stopped, after ten seconds at the latest.
   */
  resting(): Promise<void>
  /** How often a process was started, and how often one was stopped between requests. */
  counts(): { started: number; stopped: number }
  close(): Promise<void>
}

export interface BuiltHostOptions {
  /** The project that was built; functions refer to its files. */
  readonly project: string
  readonly directory: string
  /** The complete environment of the functions; `url` is the address of the host. */
  environment(url: string): Record<string, string>
}

/**
 * The longest wait, in milliseconds, for the processes to stop. A process that has refused a request by itself never
 * stops, so the wait needs an end.
 */
const LONGEST_REST = 10_000

export async function startBuiltHost(output: BuiltOutput, options: BuiltHostOptions): Promise<BuiltHost> {
  const functions = new Map<string, Instances>()
  const weights = new Map<string, number>()
  const route = createOutputRouter(output)
  const server = createServer((incoming, outgoing) => {
    const path = readTarget(incoming.url ?? '')
    if (path === undefined) return void outgoing.writeHead(400).end()
    const found = route(path)
    if (found === undefined) return void outgoing.writeHead(404).end('Not found\n')
    if ('function' in found) return functions.get(found.function)?.serve(incoming, outgoing)
    void sendFile(outgoing, { method: incoming.method, path: join(output.directory, 'static', found.file) })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    await Promise.all([...functions.values()].map(running => running.close()))
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  try {
    for (const built of output.functions) {
      const target = join(options.directory, built.name)
      await layOut(built, { project: options.project, target })
      weights.set(built.name, await weigh(target))
      const { name, launcher } = built
      const env = options.environment(url)
      functions.set(name, createInstances({ name, directory: target, handler: launcher.handler, env }))
    }
  } catch (error) {
    await close()
    throw error
  }
  const counts = () => {
    const all = [...functions.values()].map(running => running.counts)
    const sum = (of: 'started' | 'stopped') => all.reduce((total, count) => total + count[of], 0)
    return { started: sum('started'), stopped: sum('stopped') }
  }
  const resting = async () => {
    const isResting = () => [...functions.values()].every(running => running.isResting())
    for (let waited = 0; waited < LONGEST_REST && !isResting(); waited += 20) await delay(20)
  }
  return { url, weights, resting, counts, close }
}

async function sendFile(
  outgoing: ServerResponse,
  { method, path }: { method: string | undefined; path: string },
): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD') return void outgoing.writeHead(405, { allow: 'GET, HEAD' }).end()
  const bytes = await readFile(path)
  outgoing.writeHead(200, { 'content-length': bytes.byteLength }).end(method === 'HEAD' ? undefined : bytes)
}
