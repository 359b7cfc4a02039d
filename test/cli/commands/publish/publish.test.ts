import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { LiveHost } from '../../../../lib/cli/commands/publish/live-host.ts'
import { publishCommand } from '../../../../lib/cli/commands/publish/publish.ts'
import { openReleaseFolder } from '../../../../lib/core/release/folder/folder.ts'
import type { TestPublisher } from '../../../helpers/publishing/release.ts'
import { temporaryPublisher } from '../../../helpers/publishing/temporary-publisher.ts'
import { type CommandDeps, runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const DAY = 86_400_000

/** Runs `kura publish` for the publisher's payload; the environment names the release folder and the keys. */
function publish(
  { dir }: TestPublisher,
  words: readonly string[] = [],
  more: CommandDeps & { live?: LiveHost['askVersion']; tellOfRelease?: LiveHost['tellOfRelease'] } = {},
) {
  const env = { KURA_RELEASE_DIR: 'release', KURA_KEY_DIR: 'keys', ...more.env }
  const { live, tellOfRelease = async () => undefined } = more
  const register = publishCommand(live && { liveHost: { askVersion: live, tellOfRelease } })
  return runCommand(register, ['publish', 'payload', ...words], { ...more, cwd: dir, env })
}

describe('kura publish', () => {
  test('shows what changed, what was published, and what to do next', async () => {
    const publisher = await temporaryPublisher()
    await publisher.write({ 'a.md': '# A\n', '読み方.tsv': '蔵\tくら\n' })
    const first = await publish(publisher)
    expect(first.out.split('\n')).toEqual([
      'added  a.md        4 B',
      'added  読み方.tsv  11 B',
      'published release 1: 2 files, 15 B, expires 2026-04-01 09:00 +09:00, signed with a development root (the first release of this folder)',
      `commit ${publisher.releaseDir} and deploy`,
      '',
    ])
    await publisher.write({ 'a.md': '# AB\n', 'b.md': '' })
    const second = await publish(publisher)
    expect(second.out).toContain(
      'added    b.md        0 B\nchanged  a.md        4 B -> 5 B\nremoved  読み方.tsv  11 B\n',
    )
    expect(second.out).toContain('published release 2: 2 files')
    expect(second.out).toContain('(the payload changed)')
  })

  test('says so if nothing changed', async () => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ a: 'a' })
    expect((await publish(publisher)).out).toMatch(
      /^nothing changed since release 1 \(1 file, 1 B, expires .*\); --force publishes it again\n$/,
    )
    expect((await publish(publisher, ['--force', '--days', '7'])).out).toContain(
      'published release 2: 1 file, 1 B, expires 2026-01-08',
    )
  })

  test.each([
    { name: 'there is no way to ask', live: undefined, want: 'the host was not asked for its release' },
    {
      name: 'it does not answer',
      live: () => Promise.reject(new Error('no route')),
      want: 'the host could not be asked for its release: no route',
    },
    { name: 'it answers', live: async () => 4, want: undefined },
  ])('tells if the host could not be asked: $name', async ({ live, want }) => {
    const publisher = await temporaryPublisher()
    await publisher.write({ a: 'a' })
    const { err, out } = await publish(publisher, [], { ...(live && { live }) })
    if (want) expect(err).toContain(want)
    else expect(err).toBe('')
    expect(out).toContain(`published release ${want ? 1 : 5}`)
  })

  test('tells a host that answered of the release, once, and goes on if that fails', async () => {
    const publisher = await temporaryPublisher()
    await publisher.write({ a: 'a' })
    const told: string[] = []
    const tellOfRelease: LiveHost['tellOfRelease'] = async ({ release, signers = [] }) => {
      told.push(`${release} ${signers.length}`)
      return 'no route'
    }
    const live = async () => undefined
    const { out, err } = await publish(publisher, ['--json'], { live, tellOfRelease })
    expect(told).toEqual([`${JSON.parse(out).release} 1`])
    expect(JSON.parse(err)).toEqual({ note: 'the activity log does not have this release yet: no route' })
    await publish(publisher, [], { live, tellOfRelease })
    const unasked = async () => {
      throw new Error('no route')
    }
    await publish(publisher, ['--force'], { live: unasked, tellOfRelease })
    expect(told).toHaveLength(1)
  })

  test('prints one JSON value with --json', async () => {
    const publisher = await temporaryPublisher()
    await publisher.write({ a: 'a' })
    const { out } = await publish(publisher, ['--json', '--after', '6'], { live: async () => 2 })
    expect(JSON.parse(out)).toEqual({
      published: true,
      reason: 'first',
      release: expect.stringMatching(/^[0-9a-f]{64}$/),
      version: 7,
      expires: '2026-04-01T00:00:00.000Z',
      root: 1,
      files: 1,
      added: ['a'],
      changed: [],
      removed: [],
      live: { version: 2 },
      folder: publisher.releaseDir,
      weight: { bytes: expect.any(Number) },
      warnings: [],
    })
  })

  test.each([
    ['--days', '0'],
    ['--days', 'x'],
    ['--days', '1.5'],
    ['--after', '-1'],
    ['--after', '10000000'],
  ])('refuses %s %s', async (option, value) => {
    const publisher = await temporaryPublisher()
    await expect(publish(publisher, [`${option}=${value}`])).rejects.toMatchObject({
      code: 'usage',
      message: `Cannot use ${option} "${value}": expected a whole number from 1 to 1000000`,
    })
  })
})

describe('kura publish --check', () => {
  test('ends well with a release that is fit', async () => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ a: 'a' })
    const { out, err, status } = await publish(publisher, ['--check'])
    expect({ out, err, status }).toEqual({
      out: 'release 1 is complete, signed, and matches the payload\n',
      err: '',
      status: 0,
    })
  })

  test.each([
    { name: 'locally', env: {}, words: [], status: 0 },
    { name: 'in a preview', env: { VERCEL: '1', VERCEL_ENV: 'preview' }, words: [], status: 0 },
    { name: 'in production', env: { VERCEL: '1', VERCEL_ENV: 'production' }, words: [], status: 1 },
    { name: 'with --production', env: {}, words: ['--production'], status: 1 },
  ])('takes a development root $name with status $status', async ({ env, words, status }) => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ a: 'a' })
    const outcome = await publish(publisher, ['--check', ...words], { env })
    expect(outcome.status).toBe(status)
    if (status === 1)
      expect(outcome.err).toContain('kura: Cannot deploy to production: root 1 is a development root')
  })

  test('fails if there is no release, and says what to do', async () => {
    const publisher = await temporaryPublisher()
    await publisher.write({ a: 'a' })
    const { err, out, status } = await publish(publisher, ['--check'])
    expect(status).toBe(1)
    expect(out).toBe('')
    expect(err).toContain('kura: Cannot deploy: there is no release in')
    expect(err).toContain('hint: run kura root init once, then kura publish')
  })

  test('only warns of an expired release, and writes nothing', async () => {
    const publisher = await temporaryPublisher()
    const { manifest } = await publisher.publish({ a: 'a' })
    const before = await readdir(publisher.releaseDir)
    const { err, status } = await publish(publisher, ['--check'], { now: Date.parse(manifest.expires) + DAY })
    expect(status).toBe(0)
    expect(err).toContain('warning: release 1 expired on 2026-04-01T00:00:00.000Z')
    expect(await readdir(publisher.releaseDir)).toEqual(before)
  })

  test('names every problem, also as JSON', async () => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ a: 'a' })
    await publisher.write({ b: 'b' })
    const { out, status } = await publish(publisher, ['--check', '--production', '--json'])
    expect(status).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      fit: false,
      version: 1,
      problems: [{ code: 'root_invalid' }, { code: 'payload_unpublished', hint: expect.any(String) }],
      warnings: [],
    })
  })

  test('reads the settings that are named', async () => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ a: 'a' })
    await writeFile(join(publisher.dir, 'other.json'), '{"index":{"path":"OTHER.md"}}')
    const { err, status } = await publish(publisher, ['--check', '--settings', 'other.json'])
    expect(status).toBe(1)
    expect(err).toContain('its settings changed')
  })
})

test.each([{ words: [] }, { words: ['--check'] }])(
  'kura publish $words ends at Ctrl-C',
  async ({ words }) => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ a: '1' })
    await publisher.write({ a: '2' })
    const stopped = AbortSignal.abort(new Error('stopped'))
    await expect(publish(publisher, words, { signal: stopped })).rejects.toThrow('stopped')
    expect(openReleaseFolder(publisher.releaseDir).current().pointer.version).toBe(1)
  },
)

test('another folder is refused at once for the release that the project deploys', async () => {
  const project = await temporaryDirectory({ 'own/a.md': 'A' })
  const release = join(project, 'lib/services/distribution/release')
  const register = publishCommand({ project })
  const run = (payload: string, dir = release) =>
    runCommand(register, ['publish', payload, '--release', dir], { cwd: project })
  await expect(run('own')).rejects.toMatchObject({
    code: 'usage',
    message: `Cannot publish "${join(project, 'own')}": the build would refuse the release, because it is not the payload of this project`,
    hint: expect.stringContaining(
      `put the files into "${join(project, 'lib/services/distribution/payload')}"`,
    ),
  })
  // these two pass this check, and then find no payload or no root
  await expect(run('lib/services/distribution/payload')).rejects.not.toMatchObject({ code: 'usage' })
  await expect(run('own', join(project, 'elsewhere'))).rejects.not.toMatchObject({ code: 'usage' })
})
