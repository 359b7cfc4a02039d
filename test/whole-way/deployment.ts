/**
 * The deployment of the walk. It has an address from the start, like a project at the host. Once deployed, the
 * checkout's functions answer there, in a process that has the settings of `.env` and no others.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { onTestFinished } from 'vitest'

const SERVE = resolve(import.meta.dirname, 'serve.ts')

export interface Deployment {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** Serves the functions of the checkout in `folder`. */
  deploy(folder: string): Promise<void>
}

/** The functions run with the settings in `given` too. */
export async function createDeployment(given: Record<string, string>): Promise<Deployment> {
  let port = 0
  const server = createServer(socket => {
    const onward = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      one.pipe(other).on('error', () => one.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async deploy(folder) {
      port = await serve(folder, given)
    },
  }
}

/** Starts the checkout's functions in their own process, and returns their port. */
async function serve(folder: string, given: Record<string, string>): Promise<number> {
  const settings = parseEnv(await readFile(join(folder, '.env'), 'utf8'))
  const child = spawn(process.execPath, [SERVE], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...given, ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => stop(child))
  const [port] = (await once(child, 'message')) as [number]
  // the child's output has to be read, or it would block
  child.stdout?.resume()
  return port
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const closed = once(child, 'exit')
  child.kill('SIGKILL')
  await closed
}
