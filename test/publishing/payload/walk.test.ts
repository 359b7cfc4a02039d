import { execFileSync } from 'node:child_process'
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBlob } from '../../../lib/core/release/body/packing.ts'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import {
  DEFAULT_PAYLOAD_DIR,
  payloadSettingsSchema,
  readPayloadSettings,
} from '../../../lib/publishing/payload/settings.ts'
import { checkPaths, walkPayload } from '../../../lib/publishing/payload/walk.ts'
import { writePayload } from '../../helpers/publishing/release.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const SETTINGS = payloadSettingsSchema.parse({})
/** The files that `npm start` publishes. */
const SAMPLE = resolve(import.meta.dirname, '../../../sandbox/payload')

async function payload(files: Record<string, string | Uint8Array>): Promise<string> {
  const dir = join(await temporaryDirectory(), 'payload')
  await writePayload(dir, files)
  return dir
}

describe('walkPayload()', () => {
  test('gives every file with path, size, hash and title, ordered by path', async () => {
    const dir = await payload({
      'b/読み方.tsv': '蔵\tくら\n',
      'b/a c.md': 'text\n# The title\n',
      'a.bin': Buffer.from([0xff, 0x00]),
      'b/empty.md': '',
      'notes.txt': '# no Markdown\n',
      'broken.md': Buffer.from([0x23, 0x20, 0xff]),
    })
    const files = await walkPayload(dir, SETTINGS)
    expect(files.map(({ path, size, title }) => ({ path, size, title }))).toEqual([
      { path: 'a.bin', size: 2, title: undefined },
      { path: 'b/a c.md', size: 17, title: 'The title' },
      { path: 'b/empty.md', size: 0, title: undefined },
      { path: 'b/読み方.tsv', size: 11, title: undefined },
      { path: 'broken.md', size: 3, title: undefined },
      { path: 'notes.txt', size: 14, title: undefined },
    ])
    for (const file of files) expect(file.sha256).toBe(sha256(await file.read(0, file.size)))
  })

  test('marks the program that the settings name', async () => {
    const dir = await payload({ 'a.md': 'a', 'kura.mjs': 'program' })
    const files = await walkPayload(dir, { ...SETTINGS, program: 'kura.mjs' })
    expect(files.map(({ path, program }) => [path, program])).toEqual([
      ['a.md', undefined],
      ['kura.mjs', true],
    ])
  })

  test('reports progress if there are many files', async () => {
    const dir = await payload(Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`${index}`, ''])))
    const steps: number[] = []
    await walkPayload(dir, SETTINGS, { progress: ({ done, total }) => void steps.push(done / total) })
    expect(steps).toHaveLength(120)
    expect(steps.at(-1)).toBe(1)
  })

  test.each([
    {
      name: 'a link to a file',
      make: (dir: string) => symlink('/etc/hostname', join(dir, 'x')),
      want: '"x": it is a symbolic link',
    },
    {
      name: 'a link to a folder',
      make: (dir: string) => symlink('..', join(dir, 'x')),
      want: '"x": it is a symbolic link',
    },
    {
      name: 'a link that leads nowhere',
      make: (dir: string) => symlink('nowhere', join(dir, 'x')),
      want: '"x": it is a symbolic link',
    },
    {
      name: 'a link deep inside',
      make: async (dir: string) => {
        await mkdir(join(dir, 'b/c'), { recursive: true })
        await symlink('../../a', join(dir, 'b/c/x'))
      },
      want: '"b/c/x": it is a symbolic link',
    },
    {
      name: 'a pipe',
      make: async (dir: string) => void execFileSync('mkfifo', [join(dir, 'x')]),
      want: '"x": it is neither a file nor a folder',
    },
    {
      name: 'a bad name',
      make: (dir: string) => writeFile(join(dir, 'why?.md'), ''),
      want: '"why?.md": it has the character ?, which',
    },
    {
      name: 'a decomposed name',
      make: (dir: string) => writeFile(join(dir, 'e\u0301.md'), ''),
      want: 'rename the file',
    },
    {
      name: 'two names that differ in case',
      make: (dir: string) => writeFile(join(dir, 'A'), ''),
      want: 'it is the same file or folder as "A" on some system',
    },
    {
      name: 'the index file',
      make: (dir: string) => writeFile(join(dir, 'memory.MD'), ''),
      want: '"memory.MD": it is the same file or folder as the index file "MEMORY.md"',
    },
    {
      name: 'a folder at the path of the index file',
      make: async (dir: string) => {
        await mkdir(join(dir, 'MEMORY.md'))
        await writeFile(join(dir, 'MEMORY.md/x'), '')
      },
      want: '"MEMORY.md/x": the index file "MEMORY.md" is a file and would have to be a folder',
    },
    {
      name: 'a name that is not UTF-8',
      make: (dir: string) => writeFile(Buffer.from(`${dir}/x\xff`, 'latin1'), ''),
      want: 'its name is not UTF-8',
    },
    {
      name: 'a release key',
      make: (dir: string) => writeFile(join(dir, `kura-${'0f'.repeat(32)}.pem`), ''),
      want: 'it is a release key, which never leaves',
    },
    {
      name: 'a file with holes that is larger than a payload may be',
      make: async (dir: string) => {
        await writeFile(join(dir, 'holes'), '')
        await truncate(join(dir, 'holes'), 4_000_000_000)
      },
      want: '"holes": with it the payload has 4001 MB, expected at most 4000 MB',
    },
    {
      name: "the device's own name",
      make: (dir: string) => writeFile(join(dir, 'credentials.json'), ''),
      want: 'own name "credentials.json"',
    },
  ])('refuses $name', async ({ make, want }) => {
    const dir = await payload({ a: 'a' })
    await make(dir)
    await expect(walkPayload(dir, SETTINGS)).rejects.toMatchObject({
      code: 'payload_invalid',
      message: expect.stringContaining(want),
    })
  })

  test.each([
    {
      name: 'a program that is not there',
      files: { a: '' },
      settings: { ...SETTINGS, program: 'kura.mjs' },
      want: '"kura.mjs": the settings name it',
    },
  ])('refuses $name', async ({ files, settings, want }) => {
    await expect(walkPayload(await payload(files), settings)).rejects.toThrow(want)
  })

  test('refuses a folder that is not there', async () => {
    await expect(walkPayload('/nowhere/at/all', SETTINGS)).rejects.toMatchObject({ code: 'payload_invalid' })
  })
})

describe('checkPaths()', () => {
  test.each([
    '.DS_Store',
    'b/.DS_Store',
    '.env',
    '.git/config',
    'b/._a.md',
    'Thumbs.db',
    'b/thumbs.db',
    'desktop.ini',
    'a.md~',
    '.a.md.swp',
    'a.md.swp',
    '~$a.docx',
    '#a.md#',
    '__MACOSX/a.md',
  ])('refuses the leftover %s unless the settings allow it', path => {
    expect(() => checkPaths(['a', path], SETTINGS)).toThrow(
      expect.objectContaining({
        code: 'payload_invalid',
        message: `Cannot publish "${path}": it is a hidden file, or one that a system or an editor left behind`,
        hint: expect.stringContaining(`{"allow": ["${path}"]}`),
      }),
    )
    expect(() => checkPaths(['a', path], payloadSettingsSchema.parse({ allow: [path] }))).not.toThrow()
  })

  test.each(['a.b.md', 'a~b', 'desktop.ini.md', 'C#.md', '読み方.tsv'])('takes %s', path =>
    expect(() => checkPaths([path], SETTINGS)).not.toThrow(),
  )

  test('takes a whole folder that the settings allow, and none beside it', () => {
    const settings = payloadSettingsSchema.parse({ allow: ['.notes'] })
    expect(() => checkPaths(['.notes/a.md', '.notes/b/.c'], settings)).not.toThrow()
    expect(() => checkPaths(['.notes-2/a.md'], settings)).toThrow('hidden file')
  })
})

test('checkPaths() refuses a file in the place of a folder of the index', () => {
  const settings = payloadSettingsSchema.parse({ index: { path: 'notes/index.md' } })
  expect(() => checkPaths(['notes'], settings)).toThrow('is a file and would have to be a folder')
  expect(() => checkPaths(['notes/a.md', 'b'], settings)).not.toThrow()
})

describe('readPayloadSettings()', () => {
  test.each([
    { name: 'no file', text: undefined, want: { index: { path: 'MEMORY.md', heading: '## Shared' } } },
    { name: 'an empty object', text: '{}', want: { index: { path: 'MEMORY.md', heading: '## Shared' } } },
    {
      name: 'a path alone',
      text: '{"index":{"path":"notes/INDEX.md"}}',
      want: { index: { path: 'notes/INDEX.md', heading: '## Shared' } },
    },
    {
      name: 'all of it',
      text: '{"index":{"path":"a.md","heading":"# 共有"},"program":"kura.mjs"}',
      want: { index: { path: 'a.md', heading: '# 共有' }, program: 'kura.mjs' },
    },
  ])('reads $name', async ({ text, want }) => {
    const dir = await temporaryDirectory(text === undefined ? {} : { 'payload.json': text })
    expect(await readPayloadSettings(join(dir, 'payload'))).toEqual(want)
    expect(await readPayloadSettings(`${join(dir, 'payload')}/`)).toEqual(want)
  })

  test.each([
    { name: 'text that is not JSON', text: '{', want: '"settings"' },
    { name: 'an unknown field', text: '{"indx":{}}', want: 'indx' },
    {
      name: 'a heading without a mark',
      text: '{"index":{"heading":"Shared"}}',
      want: '"index.heading": expected a Markdown heading',
    },
    { name: 'a heading of two lines', text: '{"index":{"heading":"# a\\n# b"}}', want: '"index.heading"' },
    {
      name: 'an index outside',
      text: '{"index":{"path":"../x.md"}}',
      want: '"index.path": the path has the segment ".."',
    },
    { name: 'a reserved program', text: '{"program":"credentials.json"}', want: '"program"' },
  ])('refuses $name', async ({ text, want }) => {
    const dir = await temporaryDirectory({ 'payload.json': text })
    await expect(readPayloadSettings(join(dir, 'payload'))).rejects.toMatchObject({
      code: 'payload_invalid',
      message: expect.stringContaining(want),
    })
  })

  test('refuses a file that was named and is not there', async () => {
    const dir = await temporaryDirectory()
    await expect(readPayloadSettings(dir, join(dir, 'other.json'))).rejects.toThrow(
      'there is no such file or folder',
    )
  })
})

test('the sample payload has what it promises: seven files, titles, Japanese, spaces, one binary', async () => {
  const settings = await readPayloadSettings(SAMPLE)
  const files = await walkPayload(SAMPLE, settings)
  const kinds = files.map(({ path }) => path.slice(path.lastIndexOf('.'))).sort()
  expect(kinds).toEqual(['.json', '.json', '.md', '.md', '.md', '.png', '.tsv'])
  const titles = files.filter(({ path }) => path.endsWith('.md')).map(({ title }) => title)
  expect(titles).toEqual(['Returned goods', 'はじめての方へ', '請求書の出し方'])
  expect(files.some(({ path }) => path.includes(' '))).toBe(true)
  for (const file of files.filter(({ path }) => path.endsWith('.json'))) {
    const content = await readBlob(file)
    expect(() => JSON.parse(content.toString()), file.path).not.toThrow()
  }
  const tsv = files.find(({ path }) => path.endsWith('.tsv'))
  const dictionary = tsv ? (await readBlob(tsv)).toString() : ''
  const columns = dictionary
    .trimEnd()
    .split('\n')
    .map(line => line.split('\t').length)
  expect(new Set(columns)).toEqual(new Set([3]))
})

test('the payload folder of a fresh checkout is missing, and counts as empty', async () => {
  expect(await walkPayload(DEFAULT_PAYLOAD_DIR, SETTINGS)).toEqual([])
})
