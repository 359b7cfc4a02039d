import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../../lib/core/release/envelope.ts'
import { FILES, kinds, STATUS, serve } from '../world.ts'

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

  test('takes an empty POST for an empty question', async () => {
    const { publisher, files } = await serve()
    await publisher.publish(FILES)
    expect(kinds(await files({ body: '' }))).toHaveLength(3)
  })
})
