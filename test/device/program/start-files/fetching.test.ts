/** The start file of macOS and Linux brings Node into the folder; if it cannot, it says why. */
import { readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bringNode } from '../../../../lib/cli/commands/device/with-node.ts'
import { noProgress } from '../../../../lib/core/work/progress.ts'
import {
  buildHere,
  placeNode,
  serveMirror,
  standInNode,
  systemHere,
} from '../../../helpers/device/node-mirror.ts'
import {
  canStart,
  lineOf,
  NEWER,
  openFolder,
  startIn,
  VERSION,
} from '../../../helpers/device/start-folder.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

describe.skipIf(!canStart)('the start file of macOS and Linux fetches Node', () => {
  test.each([
    { from: 'a build that another hash has', words: 'sent another file than Node', give: 'other' },
    { from: 'a file that is too large', words: 'sent another file than Node', give: 'large' },
    { from: 'half of a build', words: 'ended too early', give: 'half' },
    { from: 'half of a build without its length', words: 'sent another file than Node', give: 'open' },
    { from: 'nothing', words: 'ended too early', give: 'nothing' },
    { from: 'an error', words: 'does not give node-v', give: 'error' },
  ] as const)('from a place that gives $from nothing runs, and nothing stays', async ({ words, give }) => {
    const { run, mirror, left, node } = await openFolder()
    const content = node.files.get(`/v${VERSION}/${buildHere(node).name}`) ?? Buffer.alloc(0)
    mirror.answer = (_, response) => {
      const half = content.subarray(0, content.length / 2)
      if (give === 'other') response.end(Buffer.from(content).fill(0, 20, 24))
      // a client that read the body would wait for its end
      if (give === 'large') response.writeHead(200, { 'content-length': 10 ** 9 }).flushHeaders()
      if (give === 'open') response.end(half)
      if (give === 'nothing') response.destroy()
      if (give === 'error') response.writeHead(500).end()
      if (give === 'half')
        response
          .writeHead(200, { 'content-length': content.length })
          .write(half, () => void response.destroy())
    }
    const { code, out, err } = await run()
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(words) })
    expect(out).not.toContain('sync --dir')
    expect(await left()).toEqual([])
    mirror.answer = mirror.give
    expect(await run()).toMatchObject({ code: 0, err: '' })
  })

  test.each(['curl', 'sha256sum', 'tar', 'sync', 'mv'])(
    'killed with all that it started after %s, the next start runs a whole build, and tidies up',
    async tool => {
      const { run, replace, tools, left } = await openFolder()
      await replace(tool, `/usr/bin/${tool} "$@"\nkill -9 0`)
      expect(await run()).toMatchObject({ code: null, out: expect.not.stringContaining('--dir') })
      await rm(join(tools, tool))
      expect(await run()).toMatchObject({
        code: 0,
        out: expect.stringMatching(`new ${VERSION} sync`),
        err: '',
      })
      expect(await left()).toEqual([VERSION])
    },
  )

  test('killed in the middle of the fetch, the next start fetches a whole build, and tidies up', async () => {
    const { dir, env, run, mirror, left, node } = await openFolder()
    const content = node.files.get(`/v${VERSION}/${buildHere(node).name}`) ?? Buffer.alloc(0)
    const { promise: half, resolve: sent } = Promise.withResolvers<void>()
    mirror.answer = (_, response) => {
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.subarray(0, content.length / 2), () => sent())
    }
    const killed = startIn(dir, ['sync'], { env })
    await half
    killed.kill()
    await killed.ended
    expect(await left()).toEqual([expect.stringMatching(/^\d+\.part$/)])
    mirror.answer = mirror.give
    expect(await run()).toMatchObject({ code: 0, err: '' })
    expect(await left()).toEqual([VERSION])
  })

  test('of an answer without a length no more is written than the size of the build', async () => {
    const { dir, run, mirror, left, replace, node } = await openFolder()
    const sizes = join(dir, 'sizes')
    await replace('curl', `/usr/bin/curl "$@"\nended=$?\nstat -c %s .kura/node/*.part/* >sizes\nexit $ended`)
    mirror.answer = (_, response) => {
      response.writeHead(200)
      response.write(Buffer.alloc(1000))
      response.end(Buffer.alloc(1_000_000))
    }
    expect(await run()).toMatchObject({
      code: 1,
      err: expect.stringContaining('sent another file than Node'),
    })
    expect(Number(await readFile(sizes, 'utf8'))).toBeLessThanOrEqual(buildHere(node).bytes + 512)
    expect(await left()).toEqual([])
  })

  test('a slow place does not keep it for hours', async () => {
    const { run, replace } = await openFolder()
    await replace('curl', 'echo "$@" >&2; exit 28')
    expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('--max-time 1800 ') })
  })

  test('other users cannot change the Node, whatever this user and the archive say', async () => {
    const { dir, env } = await openFolder()
    const ended = startIn(dir, ['umask 0; exec dash start-linux.sh sync'], { env, file: '-c' }).ended
    expect(await ended).toMatchObject({ code: 0 })
    for (const path of ['', VERSION, `${VERSION}/bin`, `${VERSION}/bin/node`]) {
      const { uid, mode } = await stat(join(dir, '.kura/node', path))
      expect({ path, uid, others: mode & 0o022 }).toEqual({ path, uid: process.getuid?.(), others: 0 })
    }
  })

  test('two starts at once both run', async () => {
    const { run, mirror, left } = await openFolder()
    const { promise: both, resolve: arrived } = Promise.withResolvers<void>()
    mirror.answer = (request, response) => {
      if (mirror.asked.length === 2) arrived()
      void both.then(() => mirror.give(request, response))
    }
    const runs = await Promise.all([run(), run()])
    for (const ended of runs)
      expect(ended).toMatchObject({ code: 0, out: expect.stringContaining(`new ${VERSION} sync`) })
    expect(await left()).toEqual([VERSION])
  })

  test('a password of the place is sent, and is in no message', async () => {
    const { run, mirror } = await openFolder()
    const keys: unknown[] = []
    mirror.answer = (request, response) => {
      keys.push(request.headers.authorization)
      mirror.give(request, response)
    }
    const place = (at: string) => ({ env: { KURA_NODE_MIRROR: `http://mei:s%40cret@${at}` } })
    const lost = await run(['sync'], place('127.0.0.1:1/dist'))
    expect(lost).toMatchObject({ code: 1, err: expect.stringContaining('http://127.0.0.1:1/dist cannot') })
    const found = await run(['sync'], place(mirror.url.replace('http://', '')))
    expect(found).toMatchObject({ code: 0, out: expect.stringContaining(`MB from ${mirror.url}, for`) })
    for (const { out, err } of [lost, found]) expect(out + err).not.toMatch(/mei|cret/)
    expect(keys).toEqual([`Basic ${btoa('mei:s@cret')}`])
  })

  test('without a way out it says what to do', async () => {
    const { run } = await openFolder()
    const { code, err } = await run(['install'], { env: { KURA_NODE_MIRROR: 'http://127.0.0.1:1' } })
    expect(code).toBe(1)
    expect(err).toContain('http://127.0.0.1:1 cannot be reached: check the network and the proxy')
  })

  test.each(['curl', 'tar', 'sha256sum and shasum'])('without %s it says so', async missing => {
    const { dir, run, mirror } = await openFolder()
    const bin = await temporaryDirectory()
    for (const tool of ['curl', 'tar', 'gzip', 'sha256sum', 'uname', 'getconf', 'mkdir', 'mv', 'rm', 'sync'])
      if (!missing.includes(tool)) await symlink(`/usr/bin/${tool}`, join(bin, tool))
    const file = join(dir, 'start-linux.sh')
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^tools=.*$/m, `tools='${bin}'`))
    const { code, err } = await run(['sync'], { shell: '/usr/bin/dash', env: { PATH: bin } })
    const named = missing.split(' ').at(-1)
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining(`${named} is missing: install it`),
    })
    expect(mirror.asked).toEqual([])
  })

  test("goes through the enrolment's proxy, and through that of the environment first", async () => {
    const proxied = { env: { KURA_NODE_MIRROR: 'http://mirror.invalid/dist/' } }
    const proxy = await serveMirror()
    const { dir, run, node } = await openFolder({ proxy: proxy.url })
    const content = node.files.get(`/v${VERSION}/${buildHere(node).name}`)
    proxy.answer = (_, response) => void response.end(content)
    expect(await run(['sync'], proxied)).toMatchObject({ code: 0, err: '' })
    expect(proxy.asked).toEqual([`http://mirror.invalid/dist/v${VERSION}/${buildHere(node).name}`])
    await rm(join(dir, '.kura/node'), { recursive: true })
    const other = await serveMirror()
    other.answer = proxy.answer
    const env = { ...proxied.env, ALL_PROXY: other.url }
    expect(await run(['sync'], { env })).toMatchObject({ code: 0, err: '' })
    expect([proxy.asked.length, other.asked.length]).toEqual([1, 1])
  })

  test.each(['closed', 'reset'])("if the enrolment's proxy is %s, it goes without", async state => {
    const proxy = await serveMirror()
    proxy.answer = request => void request.socket.resetAndDestroy()
    const url = state === 'closed' ? 'http://127.0.0.1:1' : proxy.url
    const { run, mirror } = await openFolder({ proxy: url })
    expect(await run()).toMatchObject({ code: 0 })
    expect(mirror.asked).toHaveLength(1)
    expect(proxy.asked).toHaveLength(state === 'closed' ? 0 : 1)
  })

  test('a build that came with the folder is used without a request; a wrong one never runs', async () => {
    const { dir, run, node, mirror, left } = await openFolder()
    const deps = { fetch, mirror: mirror.url, progress: noProgress, signal: new AbortController().signal }
    await bringNode(dir, systemHere, { ...deps, node: node.pinned })
    mirror.asked.length = 0
    expect(await run()).toEqual({ code: 0, out: `new ${VERSION} sync --dir .\n`, err: '' })
    expect(await left()).toEqual([VERSION])
    expect(mirror.asked).toEqual([])
    await rm(join(dir, '.kura/node', VERSION), { recursive: true })
    await writeFile(join(dir, '.kura/node', buildHere(node).name), 'another file')
    const { code, out, err } = await run()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('kura needs Node')
    expect(await left()).toEqual([VERSION])
    expect(mirror.asked).toHaveLength(1)
  })

  test('a build that does not run here is not kept, and a task fetches it again after some days', async () => {
    const { dir, run, node, mirror, versions } = await openFolder()
    await placeNode(dir, node)
    const broken = await standInNode(NEWER, { broken: true })
    for (const [path, content] of broken.files) mirror.files.set(path, content)
    await writeFile(join(dir, '.kura/node.txt'), lineOf(broken))
    expect(await run()).toMatchObject({
      code: 0,
      err: expect.stringContaining('does not run on this machine'),
    })
    expect(await versions()).toEqual([VERSION])
    expect(await run()).toMatchObject({ code: 0, err: '' })
    expect(mirror.asked).toHaveLength(1)
    // without any Node, the task does not fetch that version again either; a person's run does
    await rm(join(dir, '.kura/node', VERSION), { recursive: true })
    expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('does not run on this') })
    expect(mirror.asked).toHaveLength(1)
    expect(await run(['install'])).toMatchObject({ code: 1 })
    expect(mirror.asked).toHaveLength(2)
    const days = (Date.now() - 8 * 86_400_000) / 1000
    await utimes(join(dir, '.kura/node', `${NEWER}/does-not-run`), days, days)
    await run()
    expect(mirror.asked).toHaveLength(3)
  })
})
