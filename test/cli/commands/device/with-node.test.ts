/** `kura enrol --with-node` with a mirror of the builds on loopback. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { routesOfAdmin } from '../../../../lib/app/functions/admin.ts'
import { registerEnrol } from '../../../../lib/cli/commands/device/enrol.ts'
import { bringNode } from '../../../../lib/cli/commands/device/with-node.ts'
import { noProgress } from '../../../../lib/core/work/progress.ts'
import { NODE_DIST, PINNED_NODE } from '../../../../lib/device/program/node-build.ts'
import { serveMirror, standInNode } from '../../../helpers/device/node-mirror.ts'
import { keyText, serveFunction } from '../../../helpers/functions.ts'
import { temporaryPublisher } from '../../../helpers/publishing/temporary-publisher.ts'
import { runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const { signal } = new AbortController()
const WINDOWS = '/v24.21.0/win-x64/node.exe'

async function createPlace() {
  const node = await standInNode('24.21.0')
  const mirror = await serveMirror(node)
  const folder = await temporaryDirectory()
  const deps = { node: node.pinned, fetch, mirror: `${mirror.url}/`, progress: noProgress, signal }
  const left = () => readdir(join(folder, '.kura/node'), { recursive: true }).catch(() => [])
  return { node, mirror, folder, deps, left }
}

test.each([
  { system: 'windows', name: 'win-x64/node.exe', file: 'node-v24.21.0.exe' },
  { system: 'macos-arm64', name: 'node-v24.21.0-darwin-arm64.tar.gz' },
  { system: 'linux-x64', name: 'node-v24.21.0-linux-x64.tar.gz' },
] as const)('puts the build for $system where its start file looks, once', async row => {
  const { system, name } = row
  const { node, mirror, folder, deps } = await createPlace()
  const file = join(folder, '.kura/node', 'file' in row ? row.file : name)
  for (const had of ['nothing', 'the build', 'another file']) {
    // the incomplete file of a run that was killed
    if (had === 'another file') for (const name of [file, `${file}.part`]) await writeFile(name, had)
    await bringNode(folder, system, deps)
    expect(await readFile(file)).toEqual(node.files.get(`/v24.21.0/${name}`))
    expect(mirror.asked).toHaveLength(had === 'another file' ? 2 : 1)
  }
})

test.each([
  {
    gives: 'another file of the size',
    code: 'remote_answer',
    body: (right: Buffer) => Buffer.alloc(right.length),
  },
  { gives: 'a larger file', code: 'remote_answer', body: (right: Buffer) => Buffer.concat([right, right]) },
  { gives: 'half of the file', code: 'remote_answer', body: (right: Buffer) => right.subarray(1) },
  { gives: 'an error', code: 'remote_unreachable', status: 404, body: (right: Buffer) => right },
  { gives: 'a cut connection', code: 'remote_unreachable', cut: true, body: (right: Buffer) => right },
])('from a place that gives $gives it keeps nothing', async ({ code, status = 200, cut = false, body }) => {
  const { node, mirror, folder, deps, left } = await createPlace()
  const right = node.files.get(WINDOWS) ?? Buffer.alloc(0)
  mirror.answer = (_, response) => {
    response.writeHead(status, cut ? { 'content-length': right.length + 1 } : {})
    response.write(body(right), () => (cut ? response.destroy() : response.end()))
  }
  await expect(bringNode(folder, 'windows', deps)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(`${mirror.url}${WINDOWS}`),
    hint: expect.stringContaining('KURA_NODE_MIRROR'),
  })
  expect(await left()).toEqual([])
})

test('of a file without an end it reads no more than the size of the build', async () => {
  const { node, mirror, folder, deps, left } = await createPlace()
  const right = node.files.get(WINDOWS)
  const endless = function* () {
    while (true) yield right
  }
  mirror.answer = (_, response) => void Readable.from(endless()).pipe(response)
  await expect(bringNode(folder, 'windows', deps)).rejects.toMatchObject({ code: 'remote_answer' })
  expect(await left()).toEqual([])
})

test('a password of the place is sent, and is in no message', async () => {
  const { mirror, folder, deps } = await createPlace()
  const keys: unknown[] = []
  mirror.answer = ({ headers }, response) => {
    keys.push(headers.authorization)
    response.writeHead(403).end()
  }
  const place = mirror.url.replace('http://', 'http://mei:s%40cret@')
  const error = await bringNode(folder, 'windows', { ...deps, mirror: place }).catch(error => error)
  expect(error.message).toContain(`"${mirror.url}/v24`)
  expect(inspect(error)).not.toMatch(/mei|cret/)
  expect(keys).toEqual([`Basic ${btoa('mei:s@cret')}`])
})

test('Ctrl-C ends it, and nothing stays', async () => {
  const { mirror, folder, deps, left } = await createPlace()
  const stop = new AbortController()
  mirror.answer = (_, response) => response.write('a', () => stop.abort(new Error('stopped')))
  await expect(bringNode(folder, 'windows', { ...deps, signal: stop.signal })).rejects.toThrow('stopped')
  expect(await left()).toEqual([])
})

test('without another place it asks that of the Node project', async () => {
  const { folder, deps } = await createPlace()
  const asked: string[] = []
  const refuse = async (url: unknown) => {
    asked.push(String(url))
    throw new Error('offline')
  }
  for (const mirror of [undefined, ''])
    await expect(
      bringNode(folder, 'linux-x64', { ...deps, mirror, fetch: refuse as typeof fetch }),
    ).rejects.toThrow('Cannot fetch Node')
  expect(asked).toEqual(Array(2).fill(`${NODE_DIST}/v24.21.0/node-v24.21.0-linux-x64.tar.gz`))
})

test('kura enrol makes no token if a build cannot be fetched, and knows the systems', async () => {
  const publisher = await temporaryPublisher({ now: Date.now() })
  await publisher.publish({ 'a.md': '# a\n' })
  const host = await serveFunction(routesOfAdmin, { env: { KURA_RELEASE_DIR: publisher.releaseDir } })
  const folder = join(await temporaryDirectory(), 'pc-1')
  const key = join(publisher.dir, 'operator.json')
  const keyid = 'ops:admin:1'
  await writeFile(key, keyText(host.url, keyid))
  const mirror = await serveMirror()
  const enrol = (...systems: string[]) =>
    runCommand(
      registerEnrol,
      ['enrol', 'pc-1', '--dir', folder, '--release', publisher.releaseDir, '--key', key].concat(
        systems.flatMap(system => ['--with-node', system]),
      ),
      { env: { KURA_NODE_MIRROR: mirror.url }, now: Date.now() },
    )
  await expect(enrol('amiga')).rejects.toThrow(/Allowed choices are windows, macos-arm64/)
  await expect(enrol('macos-x64', 'windows')).rejects.toMatchObject({ code: 'remote_unreachable' })
  expect(mirror.asked).toEqual([`/v${PINNED_NODE.version}/node-v${PINNED_NODE.version}-darwin-x64.tar.gz`])
  expect((await host.store.read('enrolment/pc-1')).record).toBeUndefined()
  expect(await readdir(folder)).toEqual(['.kura'])
})
