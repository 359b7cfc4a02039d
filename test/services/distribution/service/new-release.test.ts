import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../../lib/core/release/envelope.ts'
import { FILES, kinds, serve, serveOf } from '../world.ts'

describe('answer()', () => {
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
    const { publisher } = await serve()
    await publisher.publish(FILES)
    const { current, files } = serveOf(publisher, 'production')
    const versions = async () => [
      (await current()).version,
      JSON.parse((await files()).release.signed).version,
    ]
    expect(await versions()).toEqual([1, 1])
    await publisher.publish({ 'a.md': '# B\n' })
    expect(await versions()).toEqual([1, 1])
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
    // by now the service has read the question and the old pointer, but no file
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
