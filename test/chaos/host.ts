/**
 * Serves the built functions on a loopback socket, by three processes for each function; stops processes between
 * requests, and kills them.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readProject } from '../../lib/exposure/project.ts'
import { createRouter, readTarget } from '../../sandbox/host/router.ts'
import { createInstances, type Instances } from '../../scripts/host-check/instances.ts'
import { buildFunction, layOutFunction } from '../helpers/host/built-functions.ts'

export interface ChaosHost {
  readonly url: string
  /** Kills one process, if one is running; returns whether there was one. */
  killOne(): boolean
  counts(): { started: number; stopped: number; killed: number }
  close(): Promise<void>
}

export interface ChaosHostOptions {
  /** The project after its build. */
  readonly project: string
  readonly directory: string
  environment(url: string): Readonly<Record<string, string>>
  /** From 0 to 1. */
  random(): number
  log(line: string): void
}

const PROCESSES = 3

export async function startChaosHost(options: ChaosHostOptions): Promise<ChaosHost> {
  const { random, log } = options
  const project = await readProject(options.project)
  const route = createRouter(project)
  const functions = new Map<string, Instances>()
  let killed = 0
  const server = createServer((incoming, outgoing) => {
    const path = readTarget(incoming.url ?? '')
    const found = path === undefined ? undefined : route(path)
    if (!found || !('function' in found)) return void outgoing.writeHead(404).end()
    functions.get(found.function.name)?.serve(incoming, outgoing)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = options.environment(url)
  for (const { name, file } of project.functions) {
    const directory = join(options.directory, name)
    await layOutFunction(await buildFunction(options.project, file), directory)
    const handler = file.replace(/\.ts$/, '.js')
    functions.set(name, createInstances({ name, directory, handler, env, processes: PROCESSES, log }))
  }
  const all = () => [...functions.values()]
  return {
    url,
    killOne() {
      const started = Math.floor(random() * functions.size)
      const ordered = [...all().slice(started), ...all().slice(0, started)]
      const isKilled = ordered.some(running => running.kill(count => Math.floor(random() * count)))
      if (isKilled) killed += 1
      return isKilled
    },
    counts() {
      const sum = (of: 'started' | 'stopped') => all().reduce((total, { counts }) => total + counts[of], 0)
      return { started: sum('started'), stopped: sum('stopped'), killed }
    },
    async close() {
      await Promise.all(all().map(running => running.close()))
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
