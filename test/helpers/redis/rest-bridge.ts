/**
 * The Upstash REST protocol on loopback, over a Redis server: POST / (one command), /pipeline and /multi-exec, bearer
 * authentication, `Upstash-Encoding: base64`, the sync token. The bridge never retries and never reorders. A test can
 * inject faults: an answer that is lost or cut off after the command was executed, a connection that breaks or a gateway
 * that answers before the command, a command that is delayed.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectResp, type RespConnection, RespError, type RespReply, RespStatus } from './resp.ts'
import type { RedisServer } from './servers.ts'

/** The words of a command as they were sent. */
export type RestCommand = readonly string[]

export type Fault = {
  /** The number of requests that the fault affects; by default, all until it is lifted. */
  readonly times?: number
  /** Selects the commands that the fault affects; by default, all. */
  readonly when?: (command: RestCommand) => boolean
} & (
  | { readonly kind: 'drop answer' | 'cut answer' | 'refuse' }
  /** A gateway answers with 502 and this body, and the command is not executed. */
  | { readonly kind: 'gateway'; readonly body: string }
  /** Executes the command only after `until` is settled, even if the caller no longer waits. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
)

export interface RedisRestBridge {
  readonly url: string
  readonly token: string
  /** The commands of every request, including refused requests. */
  readonly received: readonly RestCommand[]
  /** Returns the number of requests that a fault has affected. */
  struck(): number
  /** Switches a fault on; the returned function lifts it. If several faults match a request, the first one applies. */
  inject(fault: Fault): () => void
  /** Executes a command on the server without the protocol, to inspect what is stored. */
  command(...words: string[]): Promise<RespReply>
  /** Closes the bridge and the Redis server. */
  close(): Promise<void>
}

interface Injected {
  readonly fault: Fault
  left: number
}

interface RestReply {
  readonly status: number
  readonly body: unknown
}

/** Starts a bridge over `redis` on a free port of 127.0.0.1. */
export async function startRedisRestBridge(redis: RedisServer): Promise<RedisRestBridge> {
  return startRestBridge(await connectResp(redis.address), redis)
}

/** Starts a bridge over a connection. A command that cannot be sent gets no answer. */
export async function startRestBridge(
  connection: RespConnection,
  redis: Pick<RedisServer, 'close'>,
): Promise<RedisRestBridge> {
  const token = randomBytes(16).toString('hex')
  const faults: Injected[] = []
  const received: RestCommand[] = []
  const state: BridgeState = { connection, token, faults, received, struck: 0 }
  const server = createServer((request, response) => {
    serve(request, response, state).catch(() => response.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    received,
    struck: () => state.struck,
    inject: fault => inject(faults, fault),
    command: async (...words) => (await connection.send([words]))[0] ?? null,
    close: () => closeAll(server, connection, redis),
  }
}

async function closeAll(
  server: Server,
  connection: RespConnection,
  redis: Pick<RedisServer, 'close'>,
): Promise<void> {
  const closed = new Promise(resolve => server.close(resolve))
  server.closeAllConnections()
  await closed
  connection.close()
  await redis.close()
}

function inject(faults: Injected[], fault: Fault): () => void {
  const injected = { fault, left: fault.times ?? Number.POSITIVE_INFINITY }
  faults.push(injected)
  return () => {
    injected.left = 0
  }
}

/** Returns the first fault that matches one of the commands, and counts it as used. */
function strike(faults: Injected[], commands: readonly RestCommand[]): Fault | undefined {
  const struck = faults.find(
    ({ fault, left }) => left > 0 && commands.some(command => fault.when?.(command) ?? true),
  )
  if (struck) struck.left -= 1
  return struck?.fault
}

interface BridgeState {
  readonly connection: RespConnection
  readonly token: string
  readonly faults: Injected[]
  readonly received: RestCommand[]
  struck: number
}

async function serve(request: IncomingMessage, response: ServerResponse, state: BridgeState): Promise<void> {
  const body = await readJson(request)
  if (request.headers.authorization !== `Bearer ${state.token}`)
    return answer(response, { status: 401, body: { error: 'WRONGPASS invalid or missing auth token' } })
  const single = request.url === '/'
  const commands = commandsOf(body, single)
  if (request.method !== 'POST' || !commands)
    return answer(response, { status: 400, body: { error: 'ERR failed to parse command' } })
  state.received.push(...commands)
  const fault = strike(state.faults, commands)
  if (fault) state.struck += 1
  if (fault?.kind === 'refuse') return void response.destroy()
  if (fault?.kind === 'gateway') return void response.writeHead(502).end(fault.body)
  if (fault?.kind === 'hold') await fault.until
  const base64 = request.headers['upstash-encoding'] === 'base64'
  const reply = await carryOut(request.url, commands, { connection: state.connection, base64 })
  if (fault?.kind === 'drop answer') return void response.destroy()
  if (fault?.kind === 'cut answer') return cutOff(response, reply)
  response.setHeader('upstash-sync-token', `${state.received.length}`)
  answer(response, reply)
}

async function carryOut(
  path: string | undefined,
  commands: readonly RestCommand[],
  { connection, base64 }: { connection: RespConnection; base64: boolean },
): Promise<RestReply> {
  if (path === '/pipeline') return { status: 200, body: results(await connection.send(commands), base64) }
  if (path === '/multi-exec') {
    const replies = await connection.send([['MULTI'], ...commands, ['EXEC']])
    const executed = replies.at(-1) ?? null
    return Array.isArray(executed)
      ? { status: 200, body: results(executed, base64) }
      : { status: 400, body: result(executed, base64) }
  }
  const [reply = null] = await connection.send(commands)
  return { status: reply instanceof RespError ? 400 : 200, body: result(reply, base64) }
}

function results(replies: readonly RespReply[], base64: boolean): object[] {
  return replies.map(reply => result(reply, base64))
}

function result(reply: RespReply, base64: boolean): object {
  return reply instanceof RespError ? { error: reply.text } : { result: encode(reply, base64) }
}

/** Returns a reply as JSON. If requested, texts are in base64, except for a plain OK. */
function encode(reply: RespReply, base64: boolean): unknown {
  if (Array.isArray(reply)) return reply.map(element => encode(element, base64))
  if (reply instanceof RespError) return reply.text
  if (reply instanceof RespStatus && reply.text === 'OK') return reply.text
  const bytes = reply instanceof RespStatus ? Buffer.from(reply.text) : reply
  return Buffer.isBuffer(bytes) ? bytes.toString(base64 ? 'base64' : 'utf8') : bytes
}

function commandsOf(body: unknown, single: boolean): RestCommand[] | undefined {
  const commands = single ? [body] : body
  if (!Array.isArray(commands) || !commands.every(Array.isArray)) return undefined
  return commands.map((command: unknown[]) => command.map(String))
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}

function answer(response: ServerResponse, { status, body }: RestReply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Sends the headers and the first half of the body, and breaks the connection. */
function cutOff(response: ServerResponse, { status, body }: RestReply): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-length': Buffer.byteLength(text) })
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}
