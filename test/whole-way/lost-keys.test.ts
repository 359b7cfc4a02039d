/**
 * Runs the drills of docs/keys.md, and the drill about keys in docs/operations.md, as the pages print them. After each
 * one, every honest device is whole, the thief is refused, and the operator is notified. The commands are real
 * processes; the host runs in this process, so that the test can move its time.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { routesOfAdmin } from '../../lib/app/functions/admin.ts'
import { routesOfDistribution } from '../../lib/app/functions/distribution.ts'
import type { Credentials } from '../../lib/core/release/schema.ts'
import { sync } from '../../lib/device/sync/sync.ts'
import { createRoot } from '../../lib/publishing/keys/roots.ts'
import { publishRelease } from '../../lib/publishing/publish.ts'
import { readMarkdown } from '../docs/markdown.ts'
import { PROJECT } from '../docs/pages.ts'
import { serveFunction, TEST_SECRET } from '../helpers/functions.ts'
import { drawn } from '../helpers/run/sampled.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

/** Milliseconds for a drill on a machine that is busy with other tests. */
const PATIENCE = 180_000
const MINUTE = 60_000
/** The folder with files in place of a company's files. */
const SAMPLE_PAYLOAD = join(PROJECT, 'sandbox/payload')
const DAY = 24 * 60 * MINUTE

/** The scripts in a section of a page. */
async function scriptsOf(heading: string, page = 'docs/keys.md'): Promise<string[]> {
  const [, rest] = (await readFile(join(PROJECT, page), 'utf8')).split(new RegExp(`\n###? ${heading}\n`))
  if (rest === undefined) throw new Error(`${page} has no drill "${heading}"`)
  const [section = ''] = rest.split(/\n##/)
  return readMarkdown(section).blocks.map(block => block.text)
}

async function createWorld() {
  const dir = await temporaryDirectory({
    'bin/npx': `#!/bin/sh\nshift 2\n[ "$1" = publish ] && set -- "$@" "${SAMPLE_PAYLOAD}"\nexec "${process.execPath}" "${PROJECT}/bin/kura.js" "$@"\n`,
    'work/.keep': '',
  })
  const at = (...path: string[]) => join(dir, ...path)
  await chmod(at('bin/npx'), 0o755)
  const releaseDir = at('work/release')
  const keys = { dir: at('home/.config/kura/keys'), passphrase: async () => undefined }
  const { created, spare } = await createRoot({ releaseDir, keys, now: Date.now(), spare: true })
  const publish = (now: number) =>
    publishRelease({ payloadDir: SAMPLE_PAYLOAD, releaseDir, keys, now, force: true })
  await publish(Date.now())
  await mkdir(at('home/stick'))
  const stick = at('home/stick', spare?.file.split('/').at(-1) ?? '')
  await rename(spare?.file ?? '', stick)
  let passed = 0
  const host = await serveFunction(core => [...routesOfAdmin(core), ...routesOfDistribution(core)], {
    now: () => Date.now() + passed,
    env: { KURA_RELEASE_DIR: releaseDir },
  })
  const env = {
    PATH: [at('bin'), process.env['PATH']].join(delimiter),
    HOME: at('home'),
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    KURA_URL: host.url,
    KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}`,
    KURA_RELEASE_DIR: releaseDir,
    KURA_LANGUAGE: 'en',
    KURA_PASSPHRASE: 'a passphrase',
    LOST: created.keyid.slice(0, 12),
    STOLEN: created.keyid.slice(0, 12),
  }
  const shell = async (script: string, expected = 0): Promise<string> => {
    const child = spawn('sh', ['-eu', '-c', script], { cwd: at('work'), env })
    const [out, err, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    expect({ status, script, said: out + err }).toMatchObject({ status: expected })
    return out + err
  }
  await shell('npx --no kura key issue hana --scope admin; npx --no kura enrol laptop')
  return {
    at,
    host,
    shell,
    publish,
    created,
    releaseDir,
    laptop: at('work/.kura/devices/laptop'),
    /** Runs the section's blocks, and returns their output. */
    async walk(heading: string, page?: string): Promise<string> {
      let said = ''
      for (const script of await scriptsOf(heading, page)) said += await shell(script)
      return said
    },
    pass(milliseconds: number) {
      passed += milliseconds
    },
    async copy(from: string, name: string): Promise<string> {
      await cp(from, at(name), { recursive: true })
      return at(name)
    },
    notices: async () => {
      const reply = await host.call('/api/admin/notices', { scopes: ['admin'] })
      const { notices } = (await reply.json()) as { notices: { kind: string; over?: true }[] }
      // a notice that is over stays until people are notified of its end
      return notices.filter(({ over }) => over === undefined).map(({ kind }) => kind)
    },
  }
}

type World = Awaited<ReturnType<typeof createWorld>>

async function expectWhole(dir: string): Promise<void> {
  const { expected, installed, indexed } = await sync(dir)
  expect(expected).toBeGreaterThan(1)
  expect({ installed, indexed }).toEqual({ installed: expected, indexed: expected })
}

/** The ids of the keys that the device in `dir` trusts. */
async function trusted(dir: string): Promise<string[]> {
  const { root } = JSON.parse(await readFile(join(dir, '.kura/state.json'), 'utf8')) as Credentials
  return Object.keys(JSON.parse(root.signed).keys)
}

async function expectRefused(world: World, thief: string): Promise<void> {
  world.pass(MINUTE + 1000)
  await expect(sync(thief)).rejects.toMatchObject({ code: 'key_revoked' })
}

const DRILLS = [
  'a folder is lost, and a stranger has used it',
  'a device is lost',
  'one release key is lost',
  'one release key is lost, in the first hour',
  'a release key is stolen',
  'all release keys are lost',
  'the clock of the publisher was wrong',
  'the release folder has a conflict',
] as const
const walked = drawn(DRILLS, 2)

/** Defines the test of a drill, if this run includes it. */
function drill(name: (typeof DRILLS)[number], walk: () => Promise<void>): void {
  if (walked.includes(name)) test(name, walk)
}

describe('the drill ends well', { timeout: PATIENCE }, () => {
  drill('a folder is lost, and a stranger has used it', async () => {
    const world = await createWorld()
    const thief = await world.copy(world.laptop, 'thief')
    await expectWhole(thief)
    await expect(sync(world.laptop)).rejects.toMatchObject({ code: 'conflict' })
    expect(await world.notices()).toContain('token_used_twice')
    expect(await world.walk('A folder is lost')).toMatch(/the token before was used on .* is revoked/)
    await expectRefused(world, thief)
    await expectWhole(world.laptop)
    expect(await world.notices()).not.toContain('token_used_twice')
  })

  drill('a device is lost', async () => {
    const world = await createWorld()
    await expectWhole(world.laptop)
    const lost = await world.copy(world.laptop, 'lost')
    await world.walk('A device is lost')
    await expectRefused(world, lost)
    await expectWhole(world.laptop)
  })

  drill('one release key is lost', async () => {
    const world = await createWorld()
    await expectWhole(world.laptop)
    await rename(world.created.file, world.at('lost.pem'))
    await world.walk('One release key is lost')
    await expectWhole(world.laptop)
    expect(await trusted(world.laptop)).not.toContain(world.created.keyid)
    expect(await readdir(world.at('home/.config/kura/keys'))).toHaveLength(2)
  })

  drill('one release key is lost, in the first hour', async () => {
    const world = await createWorld()
    await expectWhole(world.laptop)
    await rename(world.created.file, world.at('lost.pem'))
    expect(await world.shell('npx --no kura root rotate', 1)).toContain(world.created.keyid)
    await world.walk("A publisher's key is lost", 'docs/operations.md')
    await expectWhole(world.laptop)
    expect(await trusted(world.laptop)).not.toContain(world.created.keyid)
  })

  drill('a release key is stolen', async () => {
    const world = await createWorld()
    await expectWhole(world.laptop)
    const thief = { keys: await world.copy(world.at('home/.config/kura/keys'), 'thief/keys') }
    const stolenDir = await world.copy(world.releaseDir, 'thief/release')
    await world.walk('A release key is stolen')
    await expectWhole(world.laptop)
    await publishRelease({
      payloadDir: SAMPLE_PAYLOAD,
      releaseDir: stolenDir,
      keys: { dir: thief.keys, passphrase: async () => undefined },
      now: Date.now(),
      force: true,
      after: 10,
    })
    const host = await serveFunction(routesOfDistribution, { env: { KURA_RELEASE_DIR: stolenDir } })
    const file = join(world.laptop, 'credentials.json')
    const credentials = JSON.parse(await readFile(file, 'utf8')) as Credentials
    await writeFile(file, JSON.stringify({ ...credentials, url: host.url }), { mode: 0o600 })
    await expect(sync(world.laptop)).rejects.toMatchObject({
      code: 'release_rejected',
      message: expect.stringContaining('signed by 0 of the keys of root 2'),
    })
  })

  drill('all release keys are lost', async () => {
    const world = await createWorld()
    await expectWhole(world.laptop)
    await rename(world.at('home/.config/kura/keys'), world.at('lost'))
    expect(await world.shell('npx --no kura publish --force', 1)).toContain('kura root init --replace')
    await world.walk('All release keys are lost')
    await expectWhole(world.laptop)
    expect(await trusted(world.laptop)).not.toContain(world.created.keyid)
  })

  drill('the clock of the publisher was wrong', async () => {
    const world = await createWorld()
    await expectWhole(world.laptop)
    await world.publish(Date.now() + 3 * DAY)
    const [check = '', ...mend] = await scriptsOf('A clock is wrong')
    expect(await world.shell(check, 1)).toContain('and the clock here says')
    await expect(sync(world.laptop)).rejects.toMatchObject({ code: 'release_rejected' })
    for (const script of mend) await world.shell(script)
    await expectWhole(world.laptop)
  })

  drill('the release folder has a conflict', async () => {
    const world = await createWorld()
    await expectWhole(world.laptop)
    const git = 'git -c user.name=test -c user.email=test@example.com -c commit.gpgsign=false'
    await world.shell(`printf 'keys\\n.kura\\n' > .gitignore; git init -qb main; git add -A; ${git} commit -qm one
git checkout -qb other; npx --no kura publish --force; git add -A; ${git} commit -qm other
git checkout -q main; npx --no kura publish --force; git add -A; ${git} commit -qm two; git checkout -q other`)
    await world.shell(`${git} merge main`, 1)
    await expect(sync(world.laptop)).rejects.toThrow()
    await world.walk('The release folder has a conflict')
    await expectWhole(world.laptop)
  })
})
