/** Serves the built output on a loopback socket: routes raw paths by config.json, runs functions in their own processes. */
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readTarget } from '../../sandbox/host/router.ts'
import { type BuiltFunction, type BuiltOutput, layOut, weigh } from './built-output.ts'
import { createOutputRouter } from './output-router.ts'

export interface BuiltHost {
  readonly url: string
  /** Bytes of each function with all its files, by name. */
  readonly weights: ReadonlyMap<string, number>
  close(): Promise<void>
}

export interface BuiltHostOptions {
  /** The project that was built; functions refer to its files. */
  readonly project: string
  /** The folder for the files of the functions. */
  readonly directory: string
  /** The complete environment of the functions, given the address of the host. */
  environment(url: string): Record<string, string>
}

const FUNCTION_PROCESS = join(import.meta.dirname, 'function-process.ts')

export async function startBuiltHost(output: BuiltOutput, options: BuiltHostOptions): Promise<BuiltHost> {
  const ports = new Map<string, number>()
  const weights = new Map<string, number>()
  const children: ChildProcess[] = []
  const route = createOutputRouter(output)
  const server = createServer((incoming, outgoing) => {
    const path = readTarget(incoming.url ?? '')
    if (path === undefined) return void outgoing.writeHead(400).end()
    const found = route(path)
    if (found === undefined) return void outgoing.writeHead(404).end('Not found\n')
    if ('function' in found) return forward(incoming, outgoing, ports.get(found.function) ?? 0)
    void sendFile(outgoing, { method: incoming.method, path: join(output.directory, 'static', found.file) })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    for (const child of children) child.kill()
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  try {
    for (const built of output.functions) {
      const target = join(options.directory, built.name)
      await layOut(built, { project: options.project, target })
      weights.set(built.name, await weigh(target))
      const { child, port } = await startFunction(built, { target, env: options.environment(url) })
      children.push(child)
      ports.set(built.name, port)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { url, weights, close }
}

async function startFunction(
  { name, launcher }: BuiltFunction,
  { target, env }: { target: string; env: Record<string, string> },
): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(FUNCTION_PROCESS, [join(target, launcher.handler)], {
    cwd: target,
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port))
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`${name} ended with ${code} before it could answer`)))
  })
  return { child, port }
}

/** Forwards the request unchanged: target, headers and body. */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url, rawHeaders } = incoming
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers: rawHeaders, setHost: false })
  onward.once('response', response => {
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders)
    response.pipe(outgoing)
  })
  onward.once('error', () => outgoing.destroy())
  incoming.pipe(onward)
}

async function sendFile(
  outgoing: ServerResponse,
  { method, path }: { method: string | undefined; path: string },
): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD') return void outgoing.writeHead(405, { allow: 'GET, HEAD' }).end()
  const bytes = await readFile(path)
  outgoing.writeHead(200, { 'content-length': bytes.byteLength }).end(method === 'HEAD' ? undefined : bytes)
}
