import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '../../../../lib/core/release/envelope.ts'
import { openReleaseFolder } from '../../../../lib/core/release/folder/folder.ts'
import { updateHeadSchema } from '../../../../lib/core/release/schema.ts'
import { cutUpdate, splitUpdate } from '../../../../lib/core/release/update/body.ts'
import { rebuildText } from '../../../../lib/core/release/update/text.ts'
import { rotateRoot } from '../../../../lib/publishing/keys/roots.ts'
import { createTestPublisher, TEST_NOW, type TestPublisher } from '../../../helpers/publishing/release.ts'
import { copiedPublisher } from '../../../helpers/publishing/temporary-publisher.ts'
import { type Asked, FILES, serveOf } from '../world.ts'

describe('answer() in version 2', () => {
  const LINES = Array.from({ length: 9_000 }, (_, line) => `line ${line} of ${(line * 7919) % 9_001}`)
  const large = (version: number) => LINES.with(version * 100, `version ${version}`).join('\n')
  const files = (version: number) => ({ ...FILES, 'large.tsv': large(version), 'v.md': `${version}` })

  let published: TestPublisher
  const releases: string[] = []
  beforeAll(async () => {
    published = await createTestPublisher()
    for (const version of [1, 2, 3]) releases.unshift((await published.publish(files(version))).release)
  })
  afterAll(() => published.remove())

  /** A service with releases 1 to 3; `update` asks a question of version 2 and parses the answer. */
  async function serveThree() {
    const service = serveOf(await copiedPublisher(published))
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
    expect(Buffer.from(await rebuildText(body.head, body.text, texts[behind])).toString()).toBe(texts[0])
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
      expect(Buffer.from(await rebuildText(body.head, body.text, undefined)).toString()).toBe(texts[0])
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
    expect(Buffer.from(await rebuildText(changed.body.head, changed.body.text, texts[1])).toString()).toBe(
      texts[0],
    )
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
