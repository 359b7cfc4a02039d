import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../../lib/core/release/envelope.ts'
import { FILES, serve } from '../world.ts'

describe('answer()', () => {
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

  test.each([
    { name: 'a page beyond the last', query: { page: '1' }, field: 'page' },
    { name: 'a part beyond the last', query: { part: `${sha256('# A\n')}.0` }, field: 'part' },
    { name: 'a part of an unknown content', query: { part: `${sha256('x')}.0` }, field: 'part' },
  ])('answers 404 to $name', async ({ query, field }) => {
    const { publisher, ask } = await serve()
    await publisher.publish(FILES)
    await expect(ask({ query })).rejects.toMatchObject({ code: 'not_found', details: { field } })
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
})
