/** `kura log`, `kura log export` and `kura log verify` against the function, with release keys that the test makes. */
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createWorld, exported, MONTHS, WEEK } from './archive.ts'

describe('kura log', () => {
  test.each([
    { words: ['--since', 'all'], want: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
    { words: ['--since', 'all', '--until', '2026-09-01'], want: [1, 2, 3, 4] },
    { words: ['--since', '2026-09-02', '--until', '2026-10-01'], want: [5, 6, 7, 8] },
    { words: ['--until', '2026-10-02'], want: [5, 6, 7, 8] },
    { words: [], want: [9, 10] },
    { words: ['--since', '2026-11-02'], want: [] },
  ])('$words shows the days of the company', async ({ words, want }) => {
    const { kura } = await createWorld()
    const { out, status } = await kura(...words, '--json')
    const lines = out.split('\n').filter(line => line !== '')
    expect({ seqs: lines.map(line => JSON.parse(line).seq), status }).toEqual({ seqs: want, status: 0 })
  })

  test.each([
    { words: ['--since', 'october'], option: '--since' },
    { words: ['--until', '2026-02-30'], option: '--until' },
  ])('refuses $words', async ({ words, option }) => {
    const { kura } = await createWorld()
    await expect(kura(...words)).rejects.toThrow(`Cannot read ${option} "`)
  })

  test('tells of an entry that is gone', async () => {
    const { kura, store } = await exported()
    const key = 'activity/entry/0000000005'
    await store.remove(key, (await store.read(key)).record?.version ?? '')
    const { err, status } = await kura('--since', 'all')
    expect(err).toContain('the log is not whole: entries 5 to 5 are missing')
    expect(status).toBe(1)
  })
})

describe('kura log export', () => {
  test('writes a file for each month that is over, by the time zone of the company', async () => {
    const { kura, archive } = await createWorld()
    const { out, status } = await kura('export', '--out', 'archive')
    expect(status).toBe(0)
    expect(out.split('\n').slice(0, 4)).toEqual([
      `2026-08: entries 1 to 2 (2), signed with root 1, in ${archive(MONTHS[0])}`,
      `2026-09: entries 3 to 6 (4), signed with root 1, in ${archive(MONTHS[1])}`,
      `2026-10: entries 7 to 8 (2), signed with root 1, in ${archive(MONTHS[2])}`,
      'next: keep a copy in another place',
    ])
    expect((await stat(archive(MONTHS[0]))).mode & 0o777).toBe(0o600)
    expect((await kura('export', '--out', 'archive')).out).toMatch(/^no month waits to be exported: /)
  })

  test('goes on after the files of the folder, and names the one before', async () => {
    const { kura, record, archive, pass } = await exported()
    await record('2026-11-30T12:00:00', 3)
    pass(WEEK)
    const { out } = await kura('export', '--out', 'archive', '--json')
    const [november] = JSON.parse(out).exports
    expect(november).toMatchObject({
      month: '2026-11',
      count: 5,
      first: { seq: 9 },
      last: { seq: 13 },
      root: 1,
    })
    expect(await readdir(archive())).toEqual([...MONTHS, 'kura-log-2026-11.jsonl'])
    expect(await kura('verify', 'archive')).toMatchObject({ status: 0 })
  })

  test('writes one month into one file', async () => {
    const { kura, dir } = await createWorld()
    expect((await kura('export', '--month', '2026-08', '--out', 'august.jsonl')).out).toContain(
      'entries 1 to 2',
    )
    expect((await readFile(join(dir, 'august.jsonl'), 'utf8')).split('\n')).toHaveLength(4)
    await expect(kura('export', '--out', 'august.jsonl')).rejects.toThrow('"august.jsonl"'.slice(1, -1))
  })

  test.each([
    { month: '2026-09', why: '2026-08 has to be exported first' },
    { month: '2026-11', why: 'it is not over' },
    { month: '2026-07', why: 'it has no entry that waits' },
    { month: 'october', why: 'expected a month such as 2026-10' },
  ])('refuses $month', async ({ month, why }) => {
    const { kura } = await createWorld()
    await expect(kura('export', '--month', month, '--out', 'archive')).rejects.toMatchObject({
      code: 'usage',
      message: `Cannot export the month "${month}": ${why}${month === '2026-07' ? ': nothing was recorded, or it was exported' : ''}`,
    })
  })

  test('a month that was exported before it was over is exported again', async () => {
    const { kura, kuraAt, archive, record } = await createWorld()
    // the clock of this machine is ahead of the deployment's clock
    await record('2026-11-30T23:59:58', 1)
    await kuraAt(Date.parse('2026-12-01T00:00:30+09:00'), 'export', '--out', 'archive')
    await record('2026-11-30T23:59:59', 1)
    const november = archive('kura-log-2026-11.jsonl')
    await record('2026-12-01T12:00:00', 1)
    await expect(kura('export', '--out', 'archive')).rejects.toMatchObject({
      message: expect.stringContaining(november),
      hint: expect.stringContaining('move it away'),
    })
    await rename(november, archive('part.txt'))
    await kura('export', '--out', 'archive')
    expect(await kura('verify', 'archive')).toMatchObject({ status: 0 })
  })

  test('without a release key nothing is written', async () => {
    const { kura, archive } = await createWorld()
    await expect(kura('export', '--out', 'archive', '--keys', 'none')).rejects.toMatchObject({
      code: 'release_key',
    })
    await expect(readdir(archive())).rejects.toThrow('ENOENT')
  })
})

describe('kura log verify', () => {
  test('finds nothing in whole files, with the store and without it', async () => {
    const { kura, archive } = await exported()
    for (const words of [['archive'], MONTHS.map(name => archive(name)), ['archive', '--no-store']]) {
      const { out, status } = await kura('verify', ...words)
      expect(out).toContain('nothing is missing, and nothing was changed')
      expect({ out: out.split('\n')[2], status }).toEqual({
        out: 'whole  2026-08  1 to 2   2      kura-log-2026-08.jsonl',
        status: 0,
      })
    }
    const { out } = await kura('verify', 'archive', '--json')
    expect(JSON.parse(out)).toMatchObject({
      whole: true,
      findings: [],
      files: [{ month: '2026-08' }, {}, {}],
    })
  })

  test.each([
    {
      name: 'an entry that is gone',
      change: (text: string) => text.split('\n').toSpliced(1, 1).join('\n'),
      want: 'wrong: kura-log-2026-09.jsonl: entry 4 is missing',
    },
    {
      name: 'an entry that was changed',
      change: (text: string) => text.replace('"status":200', '"status":201'),
      want: 'wrong: kura-log-2026-09.jsonl: entry 3 was changed',
    },
    {
      name: 'a file that is cut off',
      change: (text: string) => text.slice(0, -20),
      want: 'it is not an export, or is cut off',
    },
  ])('names $name', async ({ change, want }) => {
    const { kura, archive } = await exported()
    const file = archive(MONTHS[1])
    await writeFile(file, change(await readFile(file, 'utf8')))
    const { out, status } = await kura('verify', 'archive')
    expect(out).toContain(want)
    expect(status).toBe(1)
  })

  test('names what the store has lost', async () => {
    const { kura, store } = await exported()
    const key = 'activity/entry/0000000005'
    const { record } = await store.read(key)
    await store.remove(key, record?.version ?? '')
    const { out, status } = await kura('verify', 'archive')
    expect(out).toContain('wrong: kura-log-2026-09.jsonl: entry 5 is missing in the store')
    expect(status).toBe(1)
  })

  test('says what it cannot know from a part of the files', async () => {
    const { kura, archive } = await exported()
    const { out, status } = await kura('verify', archive(MONTHS[1]))
    expect(out).toContain('unknown: kura-log-2026-09.jsonl: entries 1 to 2 are in none of the files')
    expect(status).toBe(3)
  })
})

describe('kura log verify --head', () => {
  const digestOf = async (world: Awaited<ReturnType<typeof exported>>, seq: number) => {
    const { out } = await world.kura('--since', 'all', '--json')
    const lines = out.split('\n').filter(line => line !== '')
    return String(lines.map(line => JSON.parse(line)).find(entry => entry.seq === seq)?.digest)
  }

  test('compares an end that was kept elsewhere', async () => {
    const world = await exported()
    const kept = `10:${await digestOf(world, 10)}`
    expect(await world.kura('verify', 'archive', '--head', kept)).toMatchObject({ status: 0 })
    const other = await world.kura('verify', 'archive', '--head', `10:${'f'.repeat(64)}`)
    expect(other).toMatchObject({ status: 1 })
    expect(other.out).toContain('entry 10 is not the one that was kept elsewhere')
    await expect(world.kura('verify', 'archive', '--head', '10')).rejects.toThrow('SEQ:DIGEST')
  })

  test('compares the newest end that this machine saw', async () => {
    const world = await exported()
    await world.kura('--since', 'all')
    const key = 'activity/entry/0000000010'
    await world.store.remove(key, (await world.store.read(key)).record?.version ?? '')
    const { out, status } = await world.kura('verify', 'archive')
    expect(status).toBe(1)
    expect(out).toContain('entry 10, which was kept elsewhere, is missing')
  })

  test('--no-store says up to which entry it saw', async () => {
    const { kura } = await exported()
    expect((await kura('verify', 'archive', '--no-store')).out).toContain('seen up to entry 8')
    expect(JSON.parse((await kura('verify', 'archive', '--no-store', '--json')).out)).toMatchObject({
      seen: 8,
    })
  })
})
