/** The first release of `kura setup`: its files, its keys, and the steps that publish it. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAYLOAD } from '../../../../lib/cli/commands/setup/payload.ts'
import { readPublished } from '../../../../lib/publishing/published.ts'
import { writePayload } from '../../../helpers/publishing/release.ts'
import { setUp, setupWorld } from './world.ts'

test('ends with the place of the second key, and the next steps in the order in which they work', async () => {
  const world = await setupWorld()
  const { out } = await setUp(world)
  const keys = await readdir(join(world.cwd, 'config/kura/keys'))
  expect(keys).toHaveLength(2)
  const [, file = ''] =
    /second key \S+ in (\S+): move this file to a place away/.exec(out.replace(/\s+/g, ' ')) ?? []
  expect(keys).toContain(file.split('/').at(-1))
  const next = out.slice(out.indexOf('next, in this order:'))
  const steps = [
    'vercel env add',
    'git add lib/services/distribution/payload lib/services/distribution/release vercel.json',
    'git commit',
    'npx vercel deploy --prod',
    'kura accounting authorize',
    'kura doctor',
    'kura probe https://kura.example',
  ].map(step => next.indexOf(step))
  expect(steps).toEqual(steps.filter(at => at > 0).toSorted((one, other) => one - other))
})

const files = [
  {
    name: 'none',
    answer: 'none',
    had: {},
    has: [],
    says: 'the first release has no files',
    adds: 'git add lib/services/distribution/release vercel.json',
  },
  {
    name: 'a folder',
    answer: 'mine',
    had: {},
    has: ['規程.md'],
    says: '1 file is in lib/services/distribution/payload: 規程.md',
    adds: 'git add lib/services/distribution/payload lib/',
  },
  {
    name: 'those that are there',
    answer: undefined,
    had: { [`${PAYLOAD}/own.md`]: 'own' },
    has: ['own.md'],
    says: '1 file is in lib/services/distribution/payload: own.md',
    adds: 'git add lib/services/distribution/payload lib/',
  },
  {
    name: 'a folder beside those that are there, which are not replaced',
    answer: 'mine',
    had: { [`${PAYLOAD}/own.md`]: 'own', [`${PAYLOAD}/規程.md`]: '# own' },
    has: ['own.md', '規程.md'],
    says: '2 files are in lib/services/distribution/payload: own.md, 規程.md',
    adds: 'git add lib/services/distribution/payload lib/',
  },
]
test.each(files)('signs the files of the answer and no others: $name', async row => {
  const world = await setupWorld()
  await writePayload(world.cwd, { ...row.had, 'mine/規程.md': '# 規程\n' })
  const { SETUP_PAYLOAD: _payload, ...others } = world.answers
  const answers = { ...others, ...(row.answer !== undefined && { SETUP_PAYLOAD: row.answer }) }
  const { out } = await setUp({ ...world, answers })
  expect(out).toContain(row.says)
  expect(out).toContain(row.adds)
  const published = await readPublished(join(world.cwd, 'release'))
  expect(published?.manifest.files.map(({ path }) => path)).toEqual(row.has)
  for (const [path, text] of Object.entries(row.had))
    expect(await readFile(join(world.cwd, path), 'utf8')).toBe(text)
})

test.each([
  ['none', 'Cannot sign a release without files'],
  ['nowhere', 'Cannot use the folder "nowhere": there is no such folder'],
  ['hidden', '.DS_Store'],
])('does not sign with the answer %s', async (answer, message) => {
  const world = await setupWorld()
  await writePayload(world.cwd, { [`${PAYLOAD}/own.md`]: 'own', 'hidden/.DS_Store': '' })
  const answers = { ...world.answers, SETUP_PAYLOAD: answer }
  await expect(setUp({ ...world, answers })).rejects.toThrow(message)
  expect(await readdir(join(world.cwd, PAYLOAD))).toEqual(['own.md'])
})
