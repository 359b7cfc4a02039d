/**
 * A host for devices that a test controls. It signs its own releases and answers as the protocol says; on request it
 * gives wrong answers, breaks connections or stalls. It does not check the signatures of requests; `../functions.ts`
 * serves the real function.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { PART_SIZE } from '../../../lib/core/release/limits.ts'
import type { DeviceStatus } from '../../../lib/core/release/question.ts'
import type { Answer, Entry, Envelope } from '../../../lib/core/release/schema.ts'
import { listedRelease, renderUpdate, sentText } from '../../../lib/core/release/update/render.ts'
import type { TestRelease } from './publisher.ts'

export interface Asked {
  readonly method: string
  readonly query: Readonly<Record<string, string>>
  readonly body: {
    have?: string
    root?: number
    want?: string[]
    knows?: string
    lacks?: string[]
    status?: DeviceStatus
  }
  readonly headers: IncomingMessage['headers']
}

/** The reply of a correct host; a test may replace it (`bend`). */
export interface HostReply {
  status: number
  body: Buffer
  headers?: Record<string, string>
}

export interface DeviceHost {
  readonly url: string
  readonly asked: Asked[]
  /** The statuses that devices have reported. */
  readonly reports: DeviceStatus[]
  release: TestRelease | undefined
  roots: Envelope[]
  /**
   * The newest version of the protocol that the host answers; with 1, it behaves like a host with an earlier program.
   */
  wire: 1 | 2
  /** A content with more bytes than this gets a page of its own. */
  inlineLimit: number
  /** Changes a reply. If the function answers the request itself, it returns undefined. */
  bend: (
    reply: HostReply,
    call: { asked: Asked; response: ServerResponse },
  ) => HostReply | undefined | Promise<HostReply | undefined>
}

/** Serves until the test ends. */
export async function startDeviceHost(release?: TestRelease): Promise<DeviceHost> {
  const { host, stop } = await openDeviceHost(release)
  onTestFinished(stop)
  return host
}

/** Serves until `stop` is called, so that several tests can use the host. */
export async function openDeviceHost(
  release?: TestRelease,
): Promise<{ readonly host: DeviceHost; stop(): Promise<void> }> {
  /** The releases that the host has handed out. */
  const known = new Map<string, TestRelease>()
  const server = createServer(async (request, response) => {
    const asked = await readAsked(request)
    host.asked.push(asked)
    if (asked.body.status) host.reports.push(asked.body.status)
    if (host.release) known.set(host.release.digest, host.release)
    const honest = honestReply(host, { asked, known })
    const reply = honest.status === 400 ? honest : await host.bend(honest, { asked, response })
    if (!reply) return
    const { status, body, headers = {} } = reply
    response.writeHead(status, { 'content-length': body.length, ...headers }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host: DeviceHost = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    reports: [],
    release,
    roots: [],
    wire: 2,
    inlineLimit: Number.POSITIVE_INFINITY,
    bend: reply => reply,
  }
  const stop = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return { host, stop }
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const url = new URL(request.url ?? '/', 'http://host')
  return {
    method: request.method ?? '',
    query: Object.fromEntries(url.searchParams),
    body: text === '' ? {} : JSON.parse(text),
    headers: request.headers,
  }
}

function honestReply(
  host: DeviceHost,
  { asked: { query, body }, known }: { asked: Asked; known: ReadonlyMap<string, TestRelease> },
): HostReply {
  const { release } = host
  if (Number(query['v'] ?? 1) > host.wire)
    return jsonReply(
      { error: 'Cannot answer this version of the protocol', code: 'bad_request', field: 'v' },
      { status: 400 },
    )
  if (!release)
    return jsonReply({ error: 'Cannot answer: no release', code: 'release_missing' }, { status: 503 })
  if (query['page'] !== undefined) return pageReply(release, Number(query['page']))
  if (query['part'] !== undefined) return partReply(release, query['part'])
  const have = query['have'] ?? body.have ?? body.knows
  const root = Number(query['root'] ?? body.root)
  const roots = host.roots.filter(envelope => JSON.parse(envelope.signed).version > root)
  const { want = [], lacks = [], status } = body
  const isCurrent = have === release.digest && roots.length === 0 && want.length + lacks.length === 0
  if (isCurrent || (status && want.length === 0)) return { status: 304, body: Buffer.alloc(0) }
  if (query['v'] === '2')
    return updateReply(host, { release, roots, named: known.get(have ?? ''), lacks: new Set(lacks) })
  const answer: Answer = {
    v: 1,
    release: release.envelope,
    roots,
    files: release.manifest.files.map(file => entryOf(host, file.path, body.want)),
    pages: release.contents.size,
  }
  return jsonReply(answer)
}

function entryOf({ release, inlineLimit }: DeviceHost, path: string, want: string[] | undefined): Entry {
  const file = release?.manifest.files.find(one => one.path === path)
  if (!release || !file) throw new Error(`no file ${path}`)
  const entry = { path, sha256: file.sha256 }
  if (want && !want.includes(file.sha256)) return { ...entry, same: true }
  if (file.size > PART_SIZE) return { ...entry, parts: Math.ceil(file.size / PART_SIZE) }
  if (file.size > inlineLimit) return { ...entry, page: [...release.contents.keys()].indexOf(file.sha256) }
  return { ...entry, ...encoded(release.contents.get(file.sha256)) }
}

interface UpdateOptions {
  readonly release: TestRelease
  readonly roots: readonly Envelope[]
  readonly named: TestRelease | undefined
  readonly lacks: ReadonlySet<string>
}

/** Returns a reply of version 2 without deltas. Contents over the limit are in pages of their own. */
function updateReply(
  { inlineLimit }: DeviceHost,
  { release, roots, named, lacks }: UpdateOptions,
): HostReply {
  const { files } = release.manifest
  const contents = [...release.contents]
  const firstOf = (digest: string) => files.findIndex(({ sha256 }) => sha256 === digest)
  const lacking = contents.filter(([digest]) => !named?.contents.has(digest) || lacks.has(digest))
  const here = lacking.filter(([, { length }]) => length <= Math.min(inlineLimit, PART_SIZE))
  const parts = contents.filter(([, { length }]) => length > PART_SIZE)
  const current = listedRelease(release)
  const body = renderUpdate(
    {
      current,
      signatures: release.envelope.signatures,
      roots,
      text: sentText(current, named && listedRelease(named)),
      plan: {
        here: here.map(([digest, { length }]) => [firstOf(digest), length]),
        deltas: [],
        elsewhere: {
          pages: contents.map(([digest]) => firstOf(digest)),
          parts: parts.map(([digest]) => firstOf(digest)),
        },
        contents: [],
        deltasHere: [],
      },
    },
    here.map(([, content]) => content),
  )
  return { status: 200, body: Buffer.from(body) }
}

function encoded(content: Buffer = Buffer.alloc(0)): { text: string } | { base64: string } {
  const text = content.toString('utf8')
  return Buffer.from(text).equals(content) ? { text } : { base64: content.toString('base64') }
}

function pageReply(release: TestRelease, page: number): HostReply {
  const [digest, content] = [...release.contents][page] ?? []
  return jsonReply({ page, files: digest ? [{ sha256: digest, ...encoded(content) }] : [] })
}

function partReply(release: TestRelease, name: string): HostReply {
  const [digest = '', number = '0'] = name.split('.')
  const start = Number(number) * PART_SIZE
  const body = release.contents.get(digest)?.subarray(start, start + PART_SIZE) ?? Buffer.alloc(0)
  return { status: 200, body }
}

export function jsonReply(value: unknown, { status = 200 }: { status?: number } = {}): HostReply {
  return { status, body: Buffer.from(JSON.stringify(value)), headers: { 'content-type': 'application/json' } }
}
