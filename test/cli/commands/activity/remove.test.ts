/** `kura log remove` against the function, with release keys that the test makes. */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryPublisher } from '../../../helpers/publishing/temporary-publisher.ts'
import { createWorld, exported, MONTHS, WEEK } from './archive.ts'

describe('kura log remove', () => {
  test('shows what it would do, and changes nothing', async () => {
    const { kura, seqs } = await exported()
    const { out } = await kura('remove', 'archive')
    expect(out).toContain('would remove entries 3 to 6 of 2026-09 from the store')
    expect(await seqs()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('removes what the files have; log and archive go on together', async () => {
    const { kura, seqs, pass, record } = await exported()
    const { out, status } = await kura('remove', 'archive', '--write', '--by', 'Hana Mori', '--json')
    expect(status).toBe(0)
    expect(JSON.parse(out).removed.map(({ last }: { last: number }) => last)).toEqual([2, 6, 8])
    pass(2 * WEEK)
    // two entries of November, and two for each removal, at its beginning and its end
    expect(await seqs()).toEqual([9, 10, 11, 12, 13, 14, 15, 16])
    expect(await kura('verify', 'archive')).toMatchObject({ status: 0 })
    expect(await kura('--since', 'all')).toMatchObject({ status: 0, err: '' })
    expect((await kura('remove', 'archive', '--write')).out).toBe(
      'the store has none of these entries any more\n',
    )
    await record('2026-12-24T00:00:00')
    pass(2 * WEEK)
    await kura('export', '--out', 'archive')
    expect(await kura('verify', 'archive')).toMatchObject({ status: 0 })
    await kura('remove', 'archive', '--write', '--by', 'Hana Mori')
    expect(await kura('verify', 'archive')).toMatchObject({ status: 0 })
  })

  test('removes nothing if a file is not whole', async () => {
    const { kura, seqs, archive } = await exported()
    const file = archive(MONTHS[1])
    await writeFile(file, (await readFile(file, 'utf8')).replace('"status":200', '"status":201'))
    await expect(kura('remove', 'archive', '--write', '--by', 'Hana')).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await seqs()).toHaveLength(10)
  })

  test('removes nothing if the roots that signed are not known', async () => {
    const { kura, seqs } = await exported()
    const other = await temporaryPublisher()
    await copyFile(join(other.releaseDir, 'roots.json'), join(other.dir, 'roots.json'))
    const words = ['remove', 'archive', '--write', '--by', 'Hana', '--release', other.releaseDir]
    await expect(kura(...words)).rejects.toMatchObject({ code: 'conflict' })
    await expect(kura(...words.slice(0, 5), '--release', 'none')).rejects.toMatchObject({ code: 'conflict' })
    expect(await seqs()).toHaveLength(10)
  })

  test('needs a key with the scope approve', async () => {
    const { kura, seqs } = await createWorld({ scopes: ['admin'] as never })
    await kura('export', '--out', 'archive')
    await expect(kura('remove', 'archive', '--write', '--by', 'Hana')).rejects.toMatchObject({
      code: 'scope_missing',
    })
    expect(await seqs()).toHaveLength(10)
  })

  test('does not leave out a month', async () => {
    const { kura, seqs, archive } = await exported()
    await expect(kura('remove', archive(MONTHS[1]), '--write', '--by', 'Hana')).rejects.toMatchObject({
      code: 'conflict',
    })
    // the refused call has an entry too
    expect(await seqs()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })
})
