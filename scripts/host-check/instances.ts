/**
 * The processes of one built function, as the host runs them. A request starts or continues a process; the process is
 * stopped (SIGSTOP) as soon as its requests have ended with all their work, and may only read the disk.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { FunctionMessage } from './function-process.ts'

export interface FunctionOptions {
  readonly name: string
  /** The folder with the function's files, and the file in it that exports the function. */
  readonly directory: string
  readonly handler: string
  /** The complete environment of the processes. */
  readonly env: Readonly<Record<string, string>>
  /** The maximum number of processes of the function; 1 by default. */
  readonly processes?: number
  log?(line: string): void
}

export interface Instances {
  /**
   * Answers a request by one of the processes; starts a process if none is idle and one more is allowed. Cuts the
   * connection if the process dies.
   */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): void
  /** Kills one process, even at work; false if there is none. `choose` returns the number of the process. */
  kill(choose: (count: number) => number): boolean
  isResting(): boolean
  /** How often a process was started, and how often one was stopped between requests. */
  readonly counts: { started: number; stopped: number }
  close(): Promise<void>
}

interface Instance {
  readonly child: ChildProcess
  readonly port: Promise<number>
  /** The number of requests whose answers are under way. */
  underWay: number
  forwarded: number
  ended: number
  stopped: boolean
}

const PROCESS = join(import.meta.dirname, 'function-process.ts')
/** The options with which Node refuses to write files, to start programs and to make threads. */
const READ_ONLY = ['--permission', '--allow-fs-read=*', '--no-warnings']

export function createInstances(options: FunctionOptions): Instances {
  const { name, processes = 1 } = options
  const running: Instance[] = []
  const counts = { started: 0, stopped: 0 }

  const begin = (): Instance => {
    const instance = startInstance(options)
    running.push(instance)
    counts.started += 1
    instance.child.once('exit', () => running.splice(running.indexOf(instance), 1))
    instance.child.on('message', (message: FunctionMessage) => {
      if (!('ended' in message)) return
      instance.ended = message.ended
      rest(instance)
    })
    return instance
  }

  const rest = (instance: Instance) => {
    if (instance.stopped || instance.underWay > 0 || instance.ended < instance.forwarded) return
    instance.stopped = instance.child.kill('SIGSTOP')
    counts.stopped += 1
  }

  /** The least busy process; a new one if the function may have more processes. */
  const choose = (): Instance => {
    const [least] = running.toSorted((one, other) => one.underWay - other.underWay)
    return least && (least.underWay === 0 || running.length >= processes) ? least : begin()
  }

  return {
    counts,
    serve(incoming, outgoing) {
      const instance = choose()
      instance.underWay += 1
      instance.forwarded += 1
      if (instance.stopped) instance.child.kill('SIGCONT')
      instance.stopped = false
      const over = () => {
        instance.underWay -= 1
        rest(instance)
      }
      outgoing.once('close', over)
      instance.port.then(
        port => forward(incoming, outgoing, port),
        error => {
          process.stderr.write(`${name}: ${error}\n`)
          outgoing.destroy()
        },
      )
    },
    isResting: () => running.every(({ stopped }) => stopped),
    kill(pick) {
      return running[pick(running.length)]?.child.kill('SIGKILL') ?? false
    },
    async close() {
      const gone = running.map(({ child }) => new Promise(resolve => child.once('exit', resolve)))
      for (const { child } of running) child.kill('SIGKILL')
      await Promise.all(gone)
    },
  }
}

function startInstance({ name, directory, handler, env, log }: FunctionOptions): Instance {
  const child = fork(PROCESS, [join(directory, handler)], {
    cwd: directory,
    env,
    execArgv: READ_ONLY,
    stdio: ['ignore', log ? 'pipe' : 'ignore', 'inherit', 'ipc'],
  })
  if (log && child.stdout) createInterface({ input: child.stdout }).on('line', log)
  const port = new Promise<number>((resolve, reject) => {
    child.once('message', (message: FunctionMessage) => 'port' in message && resolve(message.port))
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`${name} ended with ${code} before it could answer`)))
  })
  // a process may die while no request waits for its port
  port.catch(() => undefined)
  return { child, port, underWay: 0, forwarded: 0, ended: 0, stopped: false }
}

/** Forwards the request unchanged: target, headers and body. */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url, rawHeaders } = incoming
  const onward = request({
    host: '127.0.0.1',
    port,
    method,
    path: url,
    headers: rawHeaders,
    setHost: false,
    agent: false,
  })
  onward.once('response', response => {
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders)
    response.pipe(outgoing)
    response.once('error', () => outgoing.destroy())
  })
  onward.once('error', () => outgoing.destroy())
  incoming.pipe(onward)
}
