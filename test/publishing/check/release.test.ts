import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkRelease } from '../../../lib/publishing/check/check.ts'
import { rotateRoot } from '../../../lib/publishing/keys/roots.ts'
import { TEST_NOW, type TestPublisher } from '../../helpers/publishing/release.ts'
import { check, edit, fileOf, published } from './world.ts'

const DAY = 86_400_000

describe('checkRelease() finds nothing wrong', () => {
  test.each([
    { name: 'with a fresh release', options: {}, more: {} },
    {
      name: 'in production with a root of its own',
      options: { development: false },
      more: { production: true },
    },
    { name: 'with a development root outside production', options: {}, more: { production: false } },
  ])('$name', async ({ options, more }) => {
    const report = await check(await published(options), more)
    expect(report).toMatchObject({ problems: [], warnings: [], manifest: { version: 1 } })
  })
})

describe('checkRelease() warns only', () => {
  test.each([
    {
      name: 'the release expires soon',
      days: 61,
      want: ['release 1 expires on 2026-04-01T00:00:00.000Z: run kura publish'],
    },
    { name: 'the release has expired', days: 90, want: [expect.stringContaining('release 1 expired on')] },
    {
      name: 'the root expires soon as well',
      days: 336,
      want: [
        expect.stringContaining('release 1 expired'),
        expect.stringContaining('root 1 expires on 2027-01-01'),
      ],
    },
    {
      name: 'the root ends before the release',
      days: 0,
      rootDays: 80,
      want: [
        'root 1 expires on 2026-03-22T00:00:00.000Z, before release 1 does (2026-04-01T00:00:00.000Z): run kura root rotate, then kura publish',
      ],
    },
    {
      name: 'the root ends before the release, and soon',
      days: 51,
      rootDays: 80,
      want: [expect.stringContaining('before release 1 does')],
    },
  ])('if $name', async ({ days, want, ...options }) => {
    const report = await check(await published(options), { now: TEST_NOW + days * DAY })
    expect(report.problems).toEqual([])
    expect(report.warnings).toEqual(want)
  })
})

describe('checkRelease() refuses', () => {
  const cases: {
    name: string
    damage: (publisher: TestPublisher) => Promise<unknown>
    production?: boolean
    want: { code: string; message: string }
  }[] = [
    {
      name: 'a folder without a release',
      damage: ({ releaseDir }) => rm(join(releaseDir, 'current.json')),
      want: { code: 'release_missing', message: 'there is no release in' },
    },
    {
      name: 'a changed payload',
      damage: publisher => publisher.write({ 'a.md': '# B\n', c: 'c' }),
      want: {
        code: 'payload_unpublished',
        message: 'changed since, 1 added ("c"), 1 changed ("a.md"), 1 removed ("b.bin")',
      },
    },
    {
      name: 'changed settings of the payload',
      damage: ({ dir }) => writeFile(join(dir, 'payload.json'), '{"index":{"heading":"# Other"}}'),
      want: { code: 'payload_unpublished', message: 'its settings changed' },
    },
    {
      name: 'a payload that can no longer be published',
      damage: publisher => publisher.write({ 'a?': '' }),
      want: { code: 'payload_invalid', message: '"a?"' },
    },
    {
      name: 'a root that was rotated and not published',
      damage: publisher => rotateRoot({ ...publisher, now: TEST_NOW }),
      want: { code: 'release_invalid', message: 'release 1 is not signed by root 2' },
    },
    {
      name: 'a root of somebody else',
      damage: async ({ releaseDir }) => {
        const other = await published()
        await writeFile(join(releaseDir, 'roots.json'), await readFile(join(other.releaseDir, 'roots.json')))
      },
      want: { code: 'release_invalid', message: 'not signed by root 1' },
    },
    {
      name: 'a chain of roots that is not valid',
      damage: ({ releaseDir }) =>
        edit(join(releaseDir, 'roots.json'), text => text.replace('\\"threshold\\":1', '\\"threshold\\":2')),
      want: { code: 'root_invalid', message: 'root' },
    },
    {
      name: 'no chain of roots',
      damage: ({ releaseDir }) => rm(join(releaseDir, 'roots.json')),
      want: { code: 'root_invalid', message: 'Cannot find a root' },
    },
    {
      name: 'a development root in production',
      damage: async () => undefined,
      production: true,
      want: { code: 'root_invalid', message: 'Cannot deploy to production: root 1 is a development root' },
    },
    {
      name: 'a manifest with another text',
      damage: async publisher =>
        edit(await fileOf(publisher, 'manifest-'), text => text.replace('a.md', 'z.md')),
      want: { code: 'release_invalid', message: 'not signed by root 1' },
    },
    {
      name: 'a pointer that tells another version',
      damage: ({ releaseDir }) =>
        edit(join(releaseDir, 'current.json'), text => text.replace('"version": 1,', '"version": 9,')),
      want: { code: 'release_invalid', message: 'its pointer does not agree' },
    },
    {
      name: 'a truncated pointer',
      damage: ({ releaseDir }) => edit(join(releaseDir, 'current.json'), text => text.slice(0, 100)),
      want: { code: 'release_invalid', message: 'its file "current.json" is damaged' },
    },
    {
      name: 'a catalog with a forged root',
      damage: async publisher =>
        edit(await fileOf(publisher, 'catalog-'), text =>
          text.replace('\\"development\\":true', '\\"development\\":null'),
        ),
      want: { code: 'release_invalid', message: 'the roots that it includes' },
    },
    {
      name: 'a catalog without places',
      damage: async publisher =>
        edit(await fileOf(publisher, 'catalog-'), text => text.replace(/"places":\{.*?\}\}/, '"places":{}')),
      want: { code: 'release_invalid', message: 'its catalog lacks the content' },
    },
    {
      name: 'a page with another content',
      damage: async publisher => edit(await fileOf(publisher, 'page-'), text => text.replace('# A', '# X')),
      want: { code: 'release_invalid', message: 'the content of "a.md" is not what its manifest says' },
    },
    {
      name: 'a page that is no brotli',
      damage: async publisher => writeFile(await fileOf(publisher, 'page-'), 'text'),
      want: { code: 'release_invalid', message: 'is damaged or missing' },
    },
    {
      name: 'a page that is gone',
      damage: async publisher => rm(await fileOf(publisher, 'page-')),
      want: { code: 'release_invalid', message: 'is damaged or missing' },
    },
    {
      name: 'a prepared answer with another content',
      damage: async publisher => edit(await fileOf(publisher, 'first-'), text => text.replace('# A', '# X')),
      want: { code: 'release_invalid', message: 'its prepared answer is not what the manifest says' },
    },
    {
      name: 'a prepared answer without a file',
      damage: async publisher =>
        edit(await fileOf(publisher, 'first-'), text =>
          text.replace(/\{"path":"b.bin".*?\}/, '').replace(',]', ']'),
        ),
      want: { code: 'release_invalid', message: 'its prepared answer is not what the manifest says' },
    },
    {
      name: 'a prepared answer that is no answer',
      damage: async publisher => edit(await fileOf(publisher, 'first-'), () => '{'),
      want: { code: 'release_invalid', message: 'its prepared answer is not valid' },
    },
  ]

  test.each(cases)('$name', async ({ damage, production = false, want }) => {
    const publisher = await published()
    await damage(publisher)
    const { problems } = await check(publisher, { production })
    expect(problems).toContainEqual(
      expect.objectContaining({ code: want.code, message: expect.stringContaining(want.message) }),
    )
    for (const { hint } of problems) expect(hint).not.toBe('')
  })

  test('a release from the future, which devices refuse', async () => {
    const publisher = await published()
    const { problems } = await check(publisher, { now: TEST_NOW - 3_600_000 })
    expect(problems).toMatchObject([
      {
        code: 'release_invalid',
        message: expect.stringMatching(
          /^Cannot deploy release 1: it was made on .*, and the clock here says/,
        ),
        hint: expect.stringContaining('kura publish --force'),
      },
    ])
    expect((await check(publisher, { now: TEST_NOW - 60_000 })).problems).toEqual([])
  })

  test('an expired root, in production and before it', async () => {
    const publisher = await published({ development: false })
    for (const production of [false, true]) {
      const { problems, warnings } = await check(publisher, { production, now: TEST_NOW + 365 * DAY })
      expect(problems).toMatchObject([
        {
          code: 'root_invalid',
          message: 'Cannot deploy: root 1 expired on 2027-01-01T00:00:00.000Z',
          hint: expect.stringContaining('kura root rotate'),
        },
      ])
      expect(warnings).toEqual([expect.stringContaining('release 1 expired')])
    }
  })

  test('a release that is larger than what the host deploys', async () => {
    const publisher = await published()
    const { payloadDir, releaseDir } = publisher
    const names = (await readdir(releaseDir)).filter(name => name !== 'roots.json')
    const sizes = await Promise.all(names.map(async name => (await stat(join(releaseDir, name))).size))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    // files that publishing did not write are not deployed
    await writeFile(join(releaseDir, 'notes.bin'), Buffer.alloc(100_000))
    const checked = (bundleLimit: number) =>
      checkRelease({ payloadDir, releaseDir, now: TEST_NOW, production: false, bundleLimit })
    const room = 5_000_000
    expect(await checked(bytes + room)).toMatchObject({ problems: [], warnings: [] })
    const { problems } = await checked(bytes + room - 1)
    expect(problems).toMatchObject([
      { code: 'payload_invalid', message: expect.stringMatching(/^Cannot deploy: the release has 0\.0 MB/) },
    ])
    expect(await check(publisher)).toMatchObject({ problems: [] })
  })

  test('all that is wrong at once', async () => {
    const publisher = await published()
    await publisher.write({ other: '' })
    await rm(await fileOf(publisher, 'page-'))
    const { problems } = await check(publisher, { production: true })
    expect(problems.map(({ code }) => code)).toEqual([
      'root_invalid',
      'payload_unpublished',
      'release_invalid',
    ])
  })
})
