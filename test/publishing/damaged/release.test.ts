/** Publishing over a damaged release. */
import { execFileSync } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'
import { problemsOf } from '../publish-world.ts'

describe('a damaged release', () => {
  test.each([
    { name: 'catalog', prefix: 'catalog-', options: {}, version: 2 },
    { name: 'manifest', prefix: 'manifest-', options: {}, version: 2 },
    { name: 'page', prefix: 'page-', options: {}, version: 2 },
    { name: 'pointer', prefix: 'current', options: { after: 4 }, version: 5 },
    { name: 'pointer', prefix: 'current', options: { liveVersion: async () => 8 }, version: 9 },
  ])(
    'whose $name is broken is replaced by force, above version $version',
    async ({ prefix, options, version }) => {
      const publisher = await temporaryPublisher()
      await publisher.publish({ a: 'a' })
      const name = (await readdir(publisher.releaseDir)).find(name => name.startsWith(prefix)) ?? ''
      await writeFile(join(publisher.releaseDir, name), '{')
      const { manifest } = await publisher.publish({ a: 'a' }, { force: true, ...options })
      expect(manifest.version).toBe(version)
      expect(await problemsOf(publisher)).toEqual([])
    },
  )

  test('is not replaced without --force, nor if its version cannot be known', async () => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ a: 'a' })
    await writeFile(join(publisher.releaseDir, 'current.json'), '{')
    await expect(publisher.publish({ a: 'b' })).rejects.toMatchObject({
      code: 'release_invalid',
      hint: expect.stringContaining('--force'),
    })
    await expect(publisher.publish({ a: 'b' }, { force: true })).rejects.toMatchObject({
      code: 'release_invalid',
      hint: expect.stringContaining('--after'),
    })
  })
})

test.each(['roots.json', 'current.json', 'catalog-', 'manifest-', 'kura-'])(
  'a pipe in the place of %s is told, and waited for by nobody',
  async prefix => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ a: 'a' })
    const folder = prefix === 'kura-' ? publisher.keys.dir : publisher.releaseDir
    const name = (await readdir(folder)).find(name => name.startsWith(prefix)) ?? ''
    await rm(join(folder, name))
    execFileSync('mkfifo', [join(folder, name)])
    await expect(publisher.publish({ a: 'b' })).rejects.toThrow(name)
  },
)
