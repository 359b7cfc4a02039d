import { existsSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decompress } from '../../../../lib/core/release/body/compression.ts'
import { POINTER } from '../../../../lib/core/release/catalog.ts'
import { BODY_BUDGET } from '../../../../lib/core/release/limits.ts'
import { type UpdateHead, updateHeadSchema } from '../../../../lib/core/release/schema.ts'
import { splitUpdate } from '../../../../lib/core/release/update/body.ts'
import { rotateRoot } from '../../../../lib/publishing/keys/roots.ts'
import { TEST_NOW } from '../../../helpers/publishing/release.ts'
import { FILES, serve } from '../world.ts'

/**
 * A very long list of files: in version 1 the device gets the prepared answer, and no answer is made for it alone; in
 * version 2 it gets the list with the roots that it lacks.
 */
describe('long-list', () => {
  test.each([
    { files: 10_000, answer: 'files' },
    { files: 10_001, answer: 'first' },
  ])('a device with the release before one of $files files gets: $answer', async ({ files, answer }) => {
    const { publisher, ask } = await serve()
    const before = await publisher.publish(FILES)
    await publisher.publish({ ...FILES, 'a.md': '# B\n' })
    const pointer = join(publisher.releaseDir, POINTER)
    await writeFile(pointer, JSON.stringify({ ...JSON.parse(await readFile(pointer, 'utf8')), files }))
    expect((await ask({ query: { have: before.release } })).line).toMatchObject({ release: 2, answer })
  })

  test('a device that lacks a root gets it with a list that is longer than an answer before it is compressed', async () => {
    const { publisher, ask } = await serve()
    const folder = ['a', 'b', 'c', 'd'].map(letter => letter.repeat(239)).join('/')
    const paths = Array.from({ length: 3_400 }, (_, number) => `${folder}/${number}`)
    await rotateRoot({ ...publisher, now: TEST_NOW })
    await publisher.publish(Object.fromEntries(paths.map(path => [path, ''])))
    const { response } = await ask({ query: { v: '2', root: '1' }, encoding: 'br' })
    const body = Buffer.from(await response.arrayBuffer())
    expect(body.length).toBeLessThan(BODY_BUDGET)
    const head = headOf(await decompress(body))
    expect(head.text).toMatchObject({ is: 'whole' })
    expect(head.text.size).toBeGreaterThan(BODY_BUDGET)
    expect(head.roots.map(({ signed }) => JSON.parse(signed).version)).toEqual([2])
  })

  function headOf(body: Uint8Array): UpdateHead {
    return updateHeadSchema.parse(JSON.parse(Buffer.from(splitUpdate(body)?.line ?? []).toString()))
  }
})

describe('imports', () => {
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
    visit(resolve(import.meta.dirname, '../../../../api/distribution.ts'))
    expect([...visited].filter(file => file.endsWith('/service.ts'))).toEqual([])
    // the function loads this module when it knows the caller
    visit(resolve(import.meta.dirname, '../../../../lib/app/functions/distribution.ts'))
    const loaded = (path: string) => [...visited].filter(file => file.includes(path))
    expect(loaded('/lib/core/release/update/')).toEqual([])
    // and this one for an answer with a body
    visit(resolve(import.meta.dirname, '../../../../lib/services/distribution/reply.ts'))
    expect([...packages]).toEqual([])
    expect(loaded('/lib/services/distribution/answer.ts')).toHaveLength(1)
    expect(loaded('/lib/publishing/')).toEqual([])
  })
})
