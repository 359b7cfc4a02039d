import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createDistribution, type Distribution } from '../../lib/distribution/service.ts'
import type { Call } from '../../lib/http/router.ts'
import { openTrace } from '../../lib/http/trace.ts'
import { rotateRoot } from '../../lib/publishing/roots.ts'
import { sha256 } from '../../lib/release/envelope.ts'
import { openReleaseFolder } from '../../lib/release/folder.ts'
import { BODY_BUDGET, PART_SIZE } from '../../lib/release/limits.ts'
import { type Answer, answerSchema, pageSchema, updateHeadSchema } from '../../lib/release/schema.ts'
import { cutUpdate, splitUpdate } from '../../lib/release/update/body.ts'
import { rebuildText } from '../../lib/release/update/text.ts'
import { createMemoryStore, type MemoryStore } from '../helpers/memory-store.ts'
import { TEST_NOW, type TestPublisher, type TestPublisherOptions } from '../helpers/publishing/release.ts'
import { temporaryPublisher } from '../helpers/publishing/temporary-publisher.ts'

const FILES = { 'a.md': '# A\n', 'b/蔵.tsv': '蔵\tくら\n', 'c.bin': Buffer.from([0xff, 0x00]) }
const STATUS = {
  sequence: 3,
  expected: 3,
  installed: 2,
  indexed: 2,
  line: 'memory=2 / index reference=no',
  at: '2026-01-01T00:00:00Z',
  problems: ['cannot write "c.bin"'],
}

interface Asked {
  readonly query?: Record<string, string>
  readonly body?: unknown
  readonly encoding?: string
  readonly name?: string
}

interface Service extends Distribution {
  readonly publisher: TestPublisher
  readonly store: MemoryStore
  /** The response to a question, and what the trace noted. */
  ask(asked?: Asked): Promise<{ response: Response; line: Record<string, unknown> }>
  /** The parsed answer to a question. */
  files(asked?: Asked): Promise<Answer>
}

async function serve(options: TestPublisherOptions = {}): Promise<Service> {
  const publisher = await temporaryPublisher(options)
  const store = createMemoryStore({ now: () => TEST_NOW })
  const distribution = createDistribution({
    releaseDir: publisher.releaseDir,
    store: async () => store,
    now: () => TEST_NOW,
    deployment: 'local',
  })
  const ask: Service['ask'] = async asked => {
    const trace = openTrace('id', () => 0)
    const response = await distribution.answer(callOf(asked ?? {}, trace))
    return { response, line: JSON.parse(trace.end({}).line) }
  }
  const files: Service['files'] = async asked => answerSchema.parse(await (await ask(asked)).response.json())
  return { ...distribution, publisher, store, ask, files }
}

function callOf({ query = {}, body, encoding, name = 'laptop' }: Asked, trace: Call['trace']): Call {
  const url = new URL('https://kura.example/api/distribution')
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
  const method = body === undefined ? 'GET' : 'POST'
  return {
    request: new Request(url, { method, headers }),
    url,
    caller: { name, keyid: `${name}:device:1`, scopes: ['device'] },
    body: new TextEncoder().encode(body === undefined || body === '' ? '' : JSON.stringify(body)),
    params: {},
    trace,
  }
}

function kinds({ files }: Answer): string[] {
  return files.map(({ path, same, page, parts }) => {
    if (same) return `${path} same`
    if (page !== undefined) return `${path} page ${page}`
    return parts === undefined ? `${path} inline` : `${path} parts ${parts}`
  })
}

describe('answer()', () => {
  test('gives a new device the whole release at once', async () => {
    const { publisher, files, ask } = await serve()
    const { release, manifest } = await publisher.publish(FILES)
    const answer = await files({ query: { root: '1', v: '1' } })
    expect(sha256(answer.release.signed)).toBe(release)
    expect(JSON.parse(answer.release.signed)).toEqual(manifest)
    expect(answer.roots).toEqual([])
    expect(answer.files.map(({ text, base64 }) => text ?? base64)).toEqual(['# A\n', '蔵\tくら\n', '/wA='])
    expect((await ask()).line).toMatchObject({ release: 1, answer: 'first' })
  })

  test('is never stored by a cache, and differs by encoding', async () => {
    const { publisher, ask } = await serve()
    const { release } = await publisher.publish(FILES)
    for (const query of [{}, { have: sha256('x') }, { page: '0' }, { have: release }]) {
      const { response } = await ask({ query })
      expect(response.headers.get('cache-control')).toBe('no-store')
      if (response.status === 200) expect(response.headers.get('vary')).toBe('Accept-Encoding')
    }
  })

  test.each([
    { name: 'GET with have', asked: (have: string) => ({ query: { have } }) },
    { name: 'GET with have and the newest root', asked: (have: string) => ({ query: { have, root: '1' } }) },
    { name: 'POST with have', asked: (have: string) => ({ body: { have } }) },
    { name: 'POST with have and a status', asked: (have: string) => ({ body: { have, status: STATUS } }) },
  ])('answers 304 without a body to a current device: $name', async ({ asked }) => {
    const { publisher, ask } = await serve()
    const { release } = await publisher.publish(FILES)
    const { response, line } = await ask(asked(release))
    expect(response.status).toBe(304)
    expect(response.body).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(line).toMatchObject({ release: 1, answer: 'current' })
  })

  test.each([
    { name: 'a device with another release', body: { root: 1, want: [], status: STATUS } },
    { name: 'a device that names one', body: { have: sha256('x'), root: 1, want: [], status: STATUS } },
  ])('answers a report that asks for nothing without the list of files: $name', async ({ body }) => {
    const { publisher, ask, devices } = await serve()
    await publisher.publish(FILES)
    const { response, line } = await ask({ body })
    expect(response.status).toBe(304)
    expect(response.body).toBeNull()
    expect(line).toMatchObject({ answer: 'report' })
    expect(await devices()).toMatchObject([{ line: STATUS.line }])
  })

  test.each([
    { name: 'a status with a question', body: { status: STATUS } },
    { name: 'a status with a want', body: { status: STATUS, want: [sha256('# A\n')] } },
    { name: 'no status', body: { want: [] } },
  ])('answers with the list of files if there is $name', async ({ body }) => {
    const { publisher, files } = await serve()
    await publisher.publish(FILES)
    expect((await files({ body })).files).toHaveLength(3)
  })

  test('brings a device the roots that it lacks, even if it has the release', async () => {
    const { publisher, files, ask } = await serve()
    await publisher.publish(FILES)
    await rotateRoot({ ...publisher, now: TEST_NOW })
    const { release } = await publisher.publish(FILES)
    const answer = await files({ query: { have: release, root: '1' } })
    expect(answer.roots.map(({ signed }) => JSON.parse(signed).version)).toEqual([2])
    expect(kinds(answer)).toEqual(['a.md same', 'b/蔵.tsv same', 'c.bin same'])
    expect((await ask({ query: { have: release, root: '2' } })).response.status).toBe(304)
    expect(kinds(await files({ query: { root: '1' } }))).toEqual([
      'a.md inline',
      'b/蔵.tsv inline',
      'c.bin inline',
    ])
  })

  test('sends only what one of the last five releases lacks, and all of it for an older one', async () => {
    const { publisher, files } = await serve()
    const releases: string[] = []
    for (let version = 1; version <= 7; version++) {
      releases.push((await publisher.publish({ ...FILES, 'd.md': `version ${version}` })).release)
    }
    const [first = '', second = ''] = releases
    expect(kinds(await files({ query: { have: second } }))).toEqual([
      'a.md same',
      'b/蔵.tsv same',
      'c.bin same',
      'd.md inline',
    ])
    expect(kinds(await files({ query: { have: first } }))).toEqual([
      'a.md inline',
      'b/蔵.tsv inline',
      'c.bin inline',
      'd.md inline',
    ])
  })

  test('sends the requested contents', async () => {
    const { publisher, files } = await serve()
    await publisher.publish(FILES)
    const answer = await files({ body: { want: [sha256('# A\n')] } })
    expect(kinds(answer)).toEqual(['a.md inline', 'b/蔵.tsv same', 'c.bin same'])
    expect(answer.files[0]?.text).toBe('# A\n')
  })

  test('refuses lists of contents that the version does not have', async () => {
    const { publisher, ask } = await serve()
    const { release } = await publisher.publish(FILES)
    for (const [field, asked] of [
      ['knows', { body: { knows: release, lacks: [] } }],
      ['knows', { query: { v: '2', have: release }, body: { knows: release, lacks: [] } }],
      ['lacks', { query: { v: '2', have: release }, body: { lacks: [] } }],
      ['want', { query: { v: '2' }, body: { want: [sha256('# A\n')] } }],
    ] as const)
      await expect(ask(asked)).rejects.toMatchObject({ code: 'bad_request', details: { field } })
  })

  test('takes an empty POST for an empty question', async () => {
    const { publisher, files } = await serve()
    await publisher.publish(FILES)
    expect(kinds(await files({ body: '' }))).toHaveLength(3)
  })

  test('hands out a release of several pages and parts, no body over the budget', async () => {
    const { publisher, files, ask } = await serve()
    const texts = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`${index}.md`, `${index}`.repeat(999_000)]),
    )
    const large = Buffer.alloc(2 * PART_SIZE + 1, 7)
    await publisher.publish({ ...texts, 'large.bin': large })
    const { response } = await ask()
    const text = await response.text()
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BODY_BUDGET)
    const answer = answerSchema.parse(JSON.parse(text))
    expect(answer.pages).toBe(3)
    expect(kinds(answer).filter(kind => kind.includes('page'))).toHaveLength(6)
    for (const entry of answer.files.filter(({ page }) => page !== undefined)) {
      const { response } = await ask({ query: { page: String(entry.page) } })
      const page = pageSchema.parse(await response.json())
      const content = page.files.find(({ sha256 }) => sha256 === entry.sha256)
      expect(content?.text).toBe(texts[entry.path])
    }
    const parts: Buffer[] = []
    for (let part = 0; part < 3; part++) {
      const { response } = await ask({ query: { part: `${sha256(large)}.${part}` } })
      expect(response.headers.get('content-type')).toBe('application/octet-stream')
      parts.push(Buffer.from(await response.arrayBuffer()))
    }
    expect(Buffer.concat(parts).equals(large)).toBe(true)
    expect((await files({ body: { want: [sha256(texts['4.md'] ?? '')] } })).files[4]?.text).toBe(
      texts['4.md'],
    )
  })

  test.each([
    { name: 'the prepared answer', asked: {} },
    { name: 'a page', asked: { query: { page: '0' } } },
    { name: 'an answer made for this device', asked: { body: { want: [sha256('蔵'.repeat(5_000))] } } },
  ])('sends $name compressed to those who take brotli, and in clear to others', async ({ asked }) => {
    const { publisher, ask } = await serve()
    await publisher.publish({ ...FILES, 'long.md': '蔵'.repeat(5_000) })
    const clear = (await ask({ ...asked, encoding: 'gzip' })).response
    const compressed = (await ask({ ...asked, encoding: 'gzip, br' })).response
    expect(clear.headers.get('content-encoding')).toBeNull()
    expect(compressed.headers.get('content-encoding')).toBe('br')
    const [text, bytes] = [await clear.text(), Buffer.from(await compressed.arrayBuffer())]
    expect(brotliDecompressSync(bytes).toString()).toBe(text)
    expect(Number(clear.headers.get('content-length'))).toBe(Buffer.byteLength(text))
    expect(Number(compressed.headers.get('content-length'))).toBe(bytes.length)
  })

  test('sends a part that is stored as it is without an encoding', async () => {
    const { publisher, ask } = await serve()
    const large = Buffer.alloc(PART_SIZE + 1, 7)
    await publisher.publish({ large })
    const { response } = await ask({ query: { part: `${sha256(large)}.1` }, encoding: 'br' })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from([7]))
  })

  test.each([
    { name: 'a page beyond the last', query: { page: '1' }, field: 'page' },
    { name: 'a part beyond the last', query: { part: `${sha256('# A\n')}.0` }, field: 'part' },
    { name: 'a part of an unknown content', query: { part: `${sha256('x')}.0` }, field: 'part' },
  ])('answers 404 to $name', async ({ query, field }) => {
    const { publisher, ask } = await serve()
    await publisher.publish(FILES)
    await expect(ask({ query })).rejects.toMatchObject({ code: 'not_found', details: { field } })
  })

  test.each([
    { name: 'an unknown version', asked: { query: { v: '3' } }, field: 'v' },
    { name: 'an unknown parameter', asked: { query: { files: 'all' } }, field: 'files' },
    { name: 'a body that is not what the schema says', asked: { body: { want: 'all' } }, field: 'want' },
    { name: 'a field in query and body', asked: { query: { root: '1' }, body: { root: 1 } }, field: 'root' },
  ])('refuses $name', async ({ asked, field }) => {
    const { publisher, ask } = await serve()
    await publisher.publish(FILES)
    await expect(ask(asked)).rejects.toMatchObject({ code: 'bad_request', details: { field } })
  })

  test('says how to publish if there is no release', async () => {
    const { ask, publisher } = await serve()
    const error = await ask().catch(error => error)
    expect(error).toMatchObject({ code: 'release_missing', hint: expect.stringContaining('kura publish') })
    expect(`${error.message} ${error.hint}`).not.toContain(publisher.dir)
  })

  test('names the damaged file of a release, not its folder', async () => {
    const { ask, publisher } = await serve()
    await publisher.publish(FILES)
    for (const name of await readdir(publisher.releaseDir)) {
      if (name.startsWith('first-')) await rm(join(publisher.releaseDir, name))
    }
    const error = await ask().catch(error => error)
    expect(error).toMatchObject({ code: 'release_invalid' })
    expect(`${error.message} ${error.hint}`).not.toContain(publisher.dir)
  })

  test('hands out a new release as soon as it is published, and never one without the other', async () => {
    const { publisher, ask, files } = await serve()
    const { release: first } = await publisher.publish(FILES)
    await files()
    const { release: second } = await publisher.publish({ ...FILES, 'a.md': '# B\n' })
    expect((await ask({ query: { have: second } })).response.status).toBe(304)
    expect(kinds(await files({ query: { have: first } }))).toEqual([
      'a.md inline',
      'b/蔵.tsv same',
      'c.bin same',
    ])
  })

  test('reads its release folder once in a deployment', async () => {
    const { publisher, store } = await serve()
    await publisher.publish(FILES)
    const deployed = createDistribution({
      releaseDir: publisher.releaseDir,
      store: () => store,
      now: () => TEST_NOW,
      deployment: 'production',
    })
    expect((await deployed.current()).version).toBe(1)
    await publisher.publish({ 'a.md': '# B\n' })
    expect((await deployed.current()).version).toBe(1)
  })

  test('answers from the new release if the files of the old one vanish', async () => {
    const { publisher, files } = await serve()
    const pointer = join(publisher.releaseDir, 'current.json')
    await publisher.publish({ a: 'old' })
    const old = readFileSync(pointer)
    await publisher.publish({ a: 'new' })
    const current = readFileSync(pointer)
    writeFileSync(pointer, old)
    const pending = files()
    // the question is read and the old pointer found before any reading of a file can have ended
    for (let turn = 0; turn < 50; turn++) await undefined
    writeFileSync(pointer, current)
    expect((await pending).files[0]?.text).toBe('new')
    writeFileSync(pointer, old)
    await expect(files()).rejects.toMatchObject({ code: 'release_invalid' })
  })

  test('answers while a release is published under it', async () => {
    const { publisher, files } = await serve()
    await publisher.publish({ a: '0' })
    let ended = false
    const publishing = (async () => {
      for (let version = 1; version <= 15; version++) await publisher.publish({ a: String(version) })
    })().finally(() => {
      ended = true
    })
    const versions: number[] = []
    while (!ended) {
      const answer = await files({ body: { want: [sha256(String(versions.at(-1) ?? 0))] } })
      const { version, files: listed } = JSON.parse(answer.release.signed)
      versions.push(version)
      expect(answer.files[0]?.sha256).toBe(listed[0].sha256)
      await immediate()
    }
    await publishing
    expect(versions).toEqual([...versions].sort((a, b) => a - b))
  })
})

describe('device states', () => {
  test('a 304 is the report of a whole device, a status is what the device says, each device on its own', async () => {
    const { publisher, ask, devices } = await serve()
    const { release } = await publisher.publish(FILES)
    expect((await ask({ query: { have: release } })).line).toMatchObject({ 'device-state': 'changed' })
    await ask({ body: { status: STATUS }, name: 'desk' })
    await ask({ name: 'new' })
    expect(await devices()).toEqual([
      {
        name: 'desk',
        keyid: 'desk:device:1',
        sequence: 3,
        expected: 3,
        installed: 2,
        indexed: 2,
        line: STATUS.line,
        problems: STATUS.problems,
        deviceAt: STATUS.at,
        since: '2026-01-01T00:00:00.000Z',
        at: '2026-01-01T00:00:00.000Z',
        whole: false,
        behind: true,
        silent: false,
        revoked: false,
      },
      {
        name: 'laptop',
        keyid: 'laptop:device:1',
        sequence: 0,
        release,
        version: 1,
        expected: 3,
        installed: 3,
        indexed: 3,
        line: 'memory=3 / index reference=yes',
        since: '2026-01-01T00:00:00.000Z',
        at: '2026-01-01T00:00:00.000Z',
        whole: true,
        behind: false,
        silent: false,
        revoked: false,
      },
    ])
  })

  test('have of an older release, and have beside a question for contents, say nothing', async () => {
    const { publisher, ask, devices } = await serve()
    const { release: first } = await publisher.publish(FILES)
    const { release: second } = await publisher.publish({ ...FILES, 'a.md': '# B\n' })
    await ask({ query: { have: first } })
    await ask({ query: { have: second, page: '0' } })
    await ask({ body: { have: second, want: [sha256('# B\n')] } })
    expect(await devices()).toEqual([])
  })

  test('a device that lacks a root is whole all the same', async () => {
    const { publisher, ask, devices } = await serve()
    await publisher.publish(FILES)
    await rotateRoot({ ...publisher, now: TEST_NOW })
    const { release } = await publisher.publish(FILES)
    expect((await ask({ query: { have: release, root: '1' } })).response.status).toBe(200)
    expect(await devices()).toMatchObject([{ whole: true }])
  })

  test('an outage of the store changes no answer, and the log notes it', async () => {
    const { publisher, ask, store, devices } = await serve()
    const { release } = await publisher.publish(FILES)
    store.failure = { error: new Error('out of reach'), when: 'before' }
    const { response, line } = await ask({ query: { have: release } })
    expect(response.status).toBe(304)
    expect(line).toMatchObject({ 'device-state': 'store unavailable', store: 'out of reach' })
    await expect(devices()).rejects.toThrow('out of reach')
  })

  test('are listed if there is no release, and if there is no store', async () => {
    const { publisher, devices, ask } = await serve()
    await publisher.publish(FILES)
    await ask({ body: { status: STATUS } })
    await rm(join(publisher.releaseDir, 'current.json'))
    expect(await devices()).toMatchObject([{ name: 'laptop', behind: false, whole: false }])
    const bare = createDistribution({
      releaseDir: publisher.releaseDir,
      store: () => undefined,
      now: () => TEST_NOW,
      deployment: 'production',
    })
    expect(await bare.devices()).toEqual([])
  })
})

test('current() gives the facts of the release', async () => {
  const { publisher, current } = await serve()
  await expect(current()).rejects.toMatchObject({ code: 'release_missing' })
  const { release } = await publisher.publish(FILES)
  expect(await current()).toEqual({
    release,
    version: 1,
    created: '2026-01-01T00:00:00.000Z',
    expires: '2026-04-01T00:00:00.000Z',
    files: 3,
    bytes: 17,
    root: { version: 1, expires: '2027-01-01T00:00:00.000Z', development: true },
  })
})

test('the function loads no package before a body arrives, and nothing that publishes', () => {
  const visited = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string) => {
    if (visited.has(file) || !existsSync(file)) return
    visited.add(file)
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type\b)[^;]*?from '([^']+)'/gm,
    )) {
      if (specifier.startsWith('.')) visit(resolve(dirname(file), specifier))
      else if (!specifier.startsWith('node:')) packages.add(specifier)
    }
  }
  visit(resolve(import.meta.dirname, '../../api/distribution.js'))
  expect([...visited].filter(file => file.endsWith('/service.ts'))).toEqual([])
  // loaded once the caller is known
  visit(resolve(import.meta.dirname, '../../lib/app/distribution.ts'))
  expect([...packages]).toEqual([])
  const names = [...visited].map(file => file.slice(file.lastIndexOf('/') + 1))
  expect(names).toContain('answer.ts')
  for (const name of ['publish.ts', 'walk.ts', 'key-folder.ts', 'settings.ts'])
    expect(names).not.toContain(name)
})

describe('answer() in version 2', () => {
  const LINES = Array.from({ length: 9_000 }, (_, line) => `line ${line} of ${(line * 7919) % 9_001}`)
  const large = (version: number) => LINES.with(version * 100, `version ${version}`).join('\n')
  const files = (version: number) => ({ ...FILES, 'large.tsv': large(version), 'v.md': `${version}` })

  /** Releases 1 to 3, and a question whose answer is read. */
  async function serveThree() {
    const service = await serve()
    const releases: string[] = []
    for (const version of [1, 2, 3])
      releases.unshift((await service.publisher.publish(files(version))).release)
    const update = async (asked: Asked) => {
      const { response, line } = await service.ask({ ...asked, query: { v: '2', ...asked.query } })
      expect(response.headers.get('content-type')).toBe('application/octet-stream')
      expect(response.headers.get('cache-control')).toBe('no-store')
      const split = splitUpdate(new Uint8Array(await response.arrayBuffer()))
      const head = updateHeadSchema.parse(JSON.parse(String(Buffer.from(split?.line ?? []))))
      return { head, body: cutUpdate(head, split?.rest ?? new Uint8Array(0)), line }
    }
    const texts = await Promise.all(releases.map(async release => textOf(service.publisher, release)))
    return { ...service, update, releases, texts }
  }

  async function textOf({ releaseDir }: TestPublisher, release: string): Promise<string> {
    const signed = await openReleaseFolder(releaseDir).current().manifest(release)
    return signed?.envelope.signed ?? ''
  }

  test.each([
    { name: 'the release before', behind: 1 },
    { name: 'the one before that', behind: 2 },
  ])('gives a device with $name the prepared changes alone', async ({ behind }) => {
    const { update, releases, texts } = await serveThree()
    const { head, body, line } = await update({ query: { have: releases[behind] ?? '', root: '1' } })
    expect(line).toMatchObject({ answer: 'update' })
    expect(head).toMatchObject({ release: releases[0], roots: [], files: 5, text: { is: 'delta' } })
    expect(await rebuildText(body, texts[behind])).toBe(texts[0])
    expect(head.here).toEqual([[4, 1]])
    expect(head.deltas).toMatchObject([{ file: 3, from: 3 }])
    expect(head.deltas[0]?.bytes).toBeLessThan(150)
    expect(head.elsewhere).toBeUndefined()
  })

  test('gives a device that has nothing, or a release that is too old, everything', async () => {
    const { update, texts } = await serveThree()
    for (const query of [{}, { have: sha256('x') }, { root: '1' }]) {
      const { head, body, line } = await update({ query })
      expect(line).toMatchObject({ answer: 'update' })
      expect(head).toMatchObject({ text: { is: 'whole' }, deltas: [] })
      expect(await rebuildText(body, undefined)).toBe(texts[0])
      expect(head.here).toHaveLength(5)
    }
  })

  test('computes it for a device that lacks contents: those whole, the others as it would', async () => {
    const { update, releases } = await serveThree()
    const before = sha256(large(2))
    const damaged = await update({ body: { knows: releases[1], root: 1, lacks: [before] } })
    expect(damaged.line).toMatchObject({ answer: 'computed update' })
    expect(damaged.head.deltas).toEqual([])
    expect(damaged.head.here.map(([at]) => at)).toEqual([3, 4])
    const other = await update({ body: { knows: releases[1], root: 1, lacks: [sha256('# A\n')] } })
    expect(other.head.here.map(([at]) => at)).toEqual([0, 4])
    expect(other.head.deltas).toMatchObject([{ file: 3 }])
    const repair = await update({ body: { knows: releases[0], root: 1, lacks: [sha256('# A\n')] } })
    expect(repair.head).toMatchObject({ text: { is: 'same', bytes: 0 }, here: [[0, 4]], deltas: [] })
  })

  test('brings the roots that a device lacks, even if it has the release', async () => {
    const { update, publisher } = await serveThree()
    await rotateRoot({ ...publisher, now: TEST_NOW })
    const { release } = await publisher.publish(files(3))
    const { head } = await update({ query: { have: release, root: '1' } })
    expect(head).toMatchObject({ text: { is: 'same' }, here: [], deltas: [] })
    expect(head.roots.map(({ signed }) => JSON.parse(signed).version)).toEqual([2])
  })

  test('answers 304 to a device that is current, and counts it as whole only if it states so', async () => {
    const { ask, releases, devices } = await serveThree()
    const [release = ''] = releases
    const knows = await ask({ query: { v: '2' }, body: { knows: release, root: 1, lacks: [] } })
    expect(knows.response.status).toBe(304)
    expect(await devices()).toEqual([])
    expect((await ask({ query: { v: '2', have: release, root: '1' } })).response.status).toBe(304)
    expect(await devices()).toMatchObject([{ whole: true }])
  })

  test('works with a release folder of a publisher before it', async () => {
    const { update, publisher, releases, texts } = await serveThree()
    const pointer = JSON.parse(readFileSync(join(publisher.releaseDir, 'current.json'), 'utf8'))
    writeFileSync(
      join(publisher.releaseDir, 'current.json'),
      JSON.stringify({ ...pointer, updates: undefined }),
    )
    const changed = await update({ query: { have: releases[1] ?? '' } })
    expect(changed.line).toMatchObject({ answer: 'computed update' })
    expect(await rebuildText(changed.body, texts[1])).toBe(texts[0])
    expect((await update({})).head).toMatchObject({ text: { is: 'whole' }, files: 5 })
  })

  test('hands out a delta that does not fit in an answer in parts', async () => {
    const { ask, publisher } = await serveThree()
    const { deltas = {}, parts } = await openReleaseFolder(publisher.releaseDir).current().stored()
    const [stored] = Object.values(deltas).flat()
    expect(parts[stored?.sha256 ?? '']).toHaveLength(1)
    const { response } = await ask({ query: { part: `${stored?.sha256}.0` } })
    expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(stored?.sha256)
  })
})
