/**
 * The local host: serves the functions of `api/` and the one public folder on a loopback socket, by the same
 * `vercel.json` as the real host. Every answer comes from a function, or is a file of outputDirectory or a refusal. No
 * other file of the project can be reached, because a path is only looked up in the list of files that may be served.
 */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AppError, messageOf } from '../../lib/core/errors.ts'
import { errorAnswer } from '../../lib/core/http/answers.ts'
import { type HostFunction, type HostProject, readProject } from '../../lib/exposure/project.ts'
import { type Listening, listen, type ServedHandler, type TextAnswer } from '../listen.ts'
import { createRouter, readTarget } from './router.ts'

export interface HostOptions {
  readonly root: string
  /** The first port to try, default 3000; 0 takes any free one. */
  readonly port?: number
  readonly signal?: AbortSignal
  /** Logs failures of a function itself: the function's module could not be loaded, or the function threw an error. */
  log?(line: string): void
}

export interface Host {
  /** The address `http://localhost:<port>`: browsers make passkeys for a host name, never for an IP address. */
  readonly url: string
  readonly port: number
  readonly functions: readonly string[]
  /** Accepts no more requests, waits a moment for answers that are under way, then stops. */
  close(): Promise<void>
}

const FIRST_PORT = 3000
const MOST_PORTS = 100
/** Milliseconds for which answers that are under way may continue after `close()`. */
const GRACE = 2_000
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.txt': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
}

/** Starts the host. @throws AppError `settings_invalid` for the project, `usage` if no port is free */
export async function startHost(options: HostOptions): Promise<Host> {
  const project = await readProject(options.root)
  const answer = createAnswer(project, options.log ?? (() => undefined))
  let closing = false
  const handler: ServedHandler = async (request, { rawTarget, send }) => {
    const found = await answer(request, rawTarget)
    const ending = closing ? { connection: 'close' } : undefined
    if (!(found instanceof Response)) return send({ ...found, headers: { ...found.headers, ...ending } })
    if (ending) found.headers.set('connection', ending.connection)
    return found
  }
  const listening = await listenOnFreePort(handler, options.port ?? FIRST_PORT)
  const close = () => {
    closing = true
    return listening.close({ grace: GRACE })
  }
  options.signal?.addEventListener('abort', () => void close(), { once: true })
  return {
    url: `http://localhost:${listening.port}`,
    port: listening.port,
    functions: project.functions.map(({ name }) => name),
    close,
  }
}

async function listenOnFreePort(handler: ServedHandler, first: number): Promise<Listening> {
  for (let port = first; port < first + MOST_PORTS && port <= 65_535; port++) {
    try {
      return await listen(handler, { port })
    } catch (error) {
      if (!isTaken(error)) throw cannotListen(`127.0.0.1:${port}`, error)
    }
  }
  throw cannotListen(`127.0.0.1:${first} or the ${MOST_PORTS - 1} ports after it`)
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function cannotListen(address: string, cause?: unknown): AppError {
  const reason = cause === undefined ? 'all are in use' : messageOf(cause)
  return new AppError('usage', `Cannot listen on ${address}: ${reason}`, {
    hint: 'choose a free port with --port',
    cause,
  })
}

/** Makes the function that answers a request; it never rejects. */
function createAnswer(project: HostProject, log: (line: string) => void) {
  const route = createRouter(project)
  return async (request: Request, rawTarget: string): Promise<Response | TextAnswer> => {
    const path = readTarget(rawTarget)
    if (path === undefined) return refusal(400)
    const found = route(path)
    if (found === undefined) return refusal(404)
    if ('file' in found)
      return fileAnswer(request, join(project.settings.outputDirectory, found.file), project)
    return functionAnswer(request, found.function, { root: project.root, log })
  }
}

async function fileAnswer(
  request: Request,
  file: string,
  { root }: HostProject,
): Promise<Response | TextAnswer> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405, { allow: 'GET, HEAD' })
  const bytes = await readFile(join(root, file)).catch(() => undefined)
  if (!bytes) return refusal(404)
  return new Response(request.method === 'HEAD' ? null : bytes, {
    headers: {
      'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
      'content-length': String(bytes.byteLength),
    },
  })
}

async function functionAnswer(
  request: Request,
  { file }: HostFunction,
  { root, log }: { root: string; log(line: string): void },
): Promise<Response> {
  try {
    const loaded: { default?: unknown } = await import(pathToFileURL(join(root, file)).href)
    if (isEndpoint(loaded.default)) return await loaded.default.fetch(request)
    throw new TypeError(`${file} has no default export with fetch(request)`)
  } catch (error) {
    log(
      `Cannot answer with ${file}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    return errorAnswer(error)
  }
}

/** The part of a function's module that the host calls: the fetch handler of its default export. */
interface Endpoint {
  fetch(request: Request): Response | Promise<Response>
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'fetch' in value && typeof value.fetch === 'function'
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad request',
  404: 'Not found',
  405: 'Method not allowed',
}

/** The refusal of the host itself, in plain text, so that its answer does not look like a function's. */
function refusal(status: number, headers: Record<string, string> = {}): TextAnswer {
  return {
    status,
    text: `${REASONS[status]}\n`,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  }
}
