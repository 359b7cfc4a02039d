import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type MoveFolder, moveFolder } from './folder.ts'

const FINDINGS = [
  {
    cause: 'homepage',
    rule: '308 https://new.example/',
    url: 'https://old.example/news/a',
    verdict: 'failed',
  },
  {
    cause: 'homepage',
    rule: '301 https://new.example/',
    url: 'https://old.example/shop/a',
    verdict: 'failed',
  },
  { cause: 'robots', url: 'https://new.example/shop/a', verdict: 'accepted' },
]
const WORDS = ['--report', 'move.html', '--reason', 'wanted', '--by', 'mei']

describe('kura move accept', () => {
  let folder: MoveFolder
  beforeEach(async () => {
    folder = await moveFolder()
    await folder.save('move.json', JSON.stringify(FINDINGS))
  })
  const saved = async (name = 'move.accepted.json') =>
    JSON.parse(await readFile(join(folder.path, name), 'utf8'))

  const parts = [
    { name: 'a cause', words: [], entry: {}, count: 2 },
    {
      name: 'a rule',
      words: ['--rule', '301 https://new.example/'],
      entry: { rule: '301 https://new.example/' },
      count: 1,
    },
    { name: 'a folder', words: ['--folder', '/news/…'], entry: { folder: '/news/…' }, count: 1 },
    {
      name: 'an address',
      words: ['--url', 'https://old.example/shop/a'],
      entry: { url: 'https://old.example/shop/a' },
      count: 1,
    },
  ]
  test.each(parts)(
    'writes an entry for $name, with name, time and reason',
    async ({ words, entry, count }) => {
      const { out } = await folder.kura(['accept', 'homepage', ...words, ...WORDS, '--json'])
      const written = {
        cause: 'homepage',
        ...entry,
        by: 'mei',
        at: expect.stringMatching(/^\d{4}-/),
        reason: 'wanted',
      }
      expect(await saved()).toEqual([written])
      expect(JSON.parse(out)).toEqual({
        file: join(folder.path, 'move.accepted.json'),
        count,
        entry: written,
      })
    },
  )

  test('keeps the entries of the file, and asks for a name that is not given', async () => {
    const words = ['accept', 'homepage', ...WORDS.slice(0, -2), '--accepted', 'ours.json']
    await folder.kura([...words, '--folder', '/news/…'], [], { answers: ['mei'] })
    await folder.kura([...words, '--folder', '/shop/…'], [], { answers: ['ken'] })
    expect(await saved('ours.json')).toMatchObject([
      { folder: '/news/…', by: 'mei' },
      { folder: '/shop/…', by: 'ken' },
    ])
  })

  const refused = [
    { name: 'a cause that the report lacks', words: ['canonical'], says: '"canonical"' },
    { name: 'what is accepted already', words: ['robots'], says: '"robots"' },
    {
      name: 'a folder that the report lacks',
      words: ['homepage', '--folder', '/x/…'],
      says: '"homepage, /x/…"',
    },
  ]
  test.each(refused)('refuses $name, and names the causes of the report', async ({ words, says }) => {
    await expect(folder.kura(['accept', ...words, ...WORDS])).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`Cannot accept ${says}`),
      hint: 'it has these causes: homepage',
    })
    await expect(saved()).rejects.toThrow('ENOENT')
  })

  test('refuses a report that is not complete', async () => {
    await folder.save('move.json', '[{')
    await expect(folder.kura(['accept', 'homepage', ...WORDS])).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('has not completed the file'),
    })
  })
})
