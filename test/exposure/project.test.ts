import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findFunctions, readProject } from '../../lib/exposure/project.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

const SETTINGS = {
  framework: null,
  installCommand: 'npm ci',
  buildCommand: 'npm run build',
  outputDirectory: 'lib/www',
  functions: {},
}

const settings = (changes: Record<string, unknown>) => JSON.stringify({ ...SETTINGS, ...changes })

const REFUSED: { name: string; files: Record<string, string>; want: string }[] = [
  { name: 'no vercel.json', files: { 'lib/www/robots.txt': '' }, want: 'there is no vercel.json' },
  { name: 'text that is no JSON', files: { 'vercel.json': '{' }, want: 'vercel.json: the file' },
  {
    name: 'no build command, which would publish the whole project',
    files: { 'vercel.json': settings({ buildCommand: '' }), 'lib/www/robots.txt': '' },
    want: 'buildCommand',
  },
  {
    name: 'an empty outputDirectory, which fails the build',
    files: { 'vercel.json': settings({}), 'lib/x': '' },
    want: '"lib/www" has no file',
  },
  {
    name: 'a setting that it does not follow',
    files: { 'vercel.json': settings({ routes: [] }), 'lib/www/robots.txt': '' },
    want: 'routes',
  },
  {
    name: 'a region that is none',
    files: { 'vercel.json': settings({ regions: ['Tokyo'] }), 'lib/www/robots.txt': '' },
    want: 'regions.0',
  },
  {
    name: 'a rewrite with a named group, which breaks a signed query',
    files: {
      'vercel.json': settings({ rewrites: [{ source: '/api/x/:path*', destination: '/api/x' }] }),
      'lib/www/robots.txt': '',
    },
    want: 'rewrites.0.source',
  },
]

test.each(REFUSED)('readProject() refuses $name', async ({ files, want }) => {
  const root = await temporaryDirectory(files)
  await expect(readProject(root)).rejects.toThrow(want)
})

test('readProject() lists what is served and nothing beside it', async () => {
  const root = await temporaryDirectory({
    'vercel.json': settings({}),
    'lib/www/robots.txt': '',
    'lib/www/a/b.txt': '',
    'lib/core/errors.ts': '',
    'api/distribution.ts': '',
  })
  const project = await readProject(root)
  expect(project.files).toEqual(['a/b.txt', 'robots.txt'])
  expect(project.functions).toEqual([{ name: 'distribution', file: 'api/distribution.ts' }])
})

test('findFunctions() takes what the host would deploy, and leaves out what .vercelignore names', async () => {
  const root = await temporaryDirectory({
    '.vercelignore': '# tests\napi/**/*.test.*\n/test\n',
    'api/distribution.ts': '',
    'api/deep/er.mjs': '',
    'api/distribution.test.mjs': '',
    'api/deep/er.test.ts': '',
    'api/_helper.ts': '',
    'api/_folder/x.ts': '',
    'api/.hidden.ts': '',
    'api/types.d.ts': '',
    'api/notes.md': '',
  })
  expect((await findFunctions(root)).map(({ name }) => name)).toEqual(['deep/er', 'distribution'])
})

test('findFunctions() would deploy a test if .vercelignore did not name it', async () => {
  const root = await temporaryDirectory({ 'api/distribution.test.mjs': '' })
  expect(await findFunctions(root)).toEqual([
    { name: 'distribution.test', file: 'api/distribution.test.mjs' },
  ])
})

test('the project itself can be followed, and serves robots.txt alone', async () => {
  const { files, settings } = await readProject(resolve(import.meta.dirname, '../..'))
  expect(files).toEqual(['robots.txt'])
  expect(settings.rewrites.length).toBeGreaterThan(0)
})
