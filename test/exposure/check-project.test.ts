import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { publishCommand } from '../../lib/cli/commands/publish/publish.ts'
import { checkProject } from '../../lib/exposure/check-project.ts'
import { temporaryPublisher } from '../helpers/publishing/temporary-publisher.ts'
import { runCommand } from '../helpers/run-command.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

const PROJECT = {
  'vercel.json': JSON.stringify({
    framework: null,
    installCommand: 'npm ci',
    buildCommand: 'npm run build',
    outputDirectory: 'lib/www',
    functions: {
      'api/distribution.ts': {
        includeFiles: 'lib/services/distribution/release/{current.json,part-*.bin,sig*}',
      },
    },
  }),
  '.vercelignore': 'api/**/*.test.*\n',
  'package.json': '{}',
  'lib/www/robots.txt': '',
  'lib/core/errors.ts': '',
  'api/distribution.ts': '',
}

test('this project has nothing that must not be deployed', async () => {
  expect(await checkProject(resolve(import.meta.dirname, '../..'))).toEqual([])
})

test.each([
  'api/.env',
  'api/types.d.ts',
  'lib/middleware.ts',
  'public/a.txt',
  'lib/services/distribution/release/current.json',
  'lib/services/distribution/release/key.pem',
  `lib/services/distribution/release/part-${'0'.repeat(64)}.bin`,
])('"%s" may be there: the host does not deploy it', async path => {
  expect(await checkProject(await temporaryDirectory({ ...PROJECT, [path]: 'x' }))).toEqual([])
})

const SERVED = 'everybody could read it'
const UNNAMED = 'vercel.json does not name'
const BEFORE = 'before every request'
const OUTSIDE = 'only safe outside api/'
const UNWRITTEN = 'publishing has not written it'

test.each([
  { path: 'lib/www/payload.js', want: SERVED },
  { path: 'lib/www/.env', want: SERVED },
  { path: 'lib/www/.well-known/security.txt', want: SERVED },
  { path: 'lib/www/robots.txt.bak', want: SERVED },
  { path: 'api/planted.ts', want: UNNAMED },
  { path: 'api/planted.js', want: UNNAMED },
  { path: 'api/planted.cjs', want: UNNAMED },
  { path: 'api/planted.py', want: UNNAMED },
  { path: 'api/deep/planted.mts', want: UNNAMED },
  { path: 'api/distribution.test.mjs', want: OUTSIDE },
  { path: 'api/planted.test.ts', want: OUTSIDE },
  { path: 'api/deep/planted.spec.js', want: OUTSIDE },
  { path: 'api/planted-test.ts', want: OUTSIDE },
  { path: 'api/tests/planted.ts', want: OUTSIDE },
  { path: 'api/_shared.ts', want: OUTSIDE },
  { path: 'api/_deep/planted.ts', want: OUTSIDE },
  { path: 'middleware.ts', want: BEFORE },
  { path: 'middleware.mjs', want: BEFORE },
  { path: 'proxy.js', want: BEFORE },
  { path: 'src/middleware.ts', want: BEFORE },
  { path: 'lib/services/distribution/release/part-key.bin', want: UNWRITTEN },
  { path: `lib/services/distribution/release/part-${'0'.repeat(63)}.bin`, want: UNWRITTEN },
  { path: 'lib/services/distribution/release/signature.pem', want: UNWRITTEN },
])('"$path" is refused: $want', async ({ path, want }) => {
  const root = await temporaryDirectory({ ...PROJECT, [path]: 'x' })
  expect(await checkProject(root)).toMatchObject([
    {
      code: 'settings_invalid',
      message: expect.stringMatching(new RegExp(`^Cannot deploy "${path}": .*${want}`)),
      hint: expect.stringContaining(`remove "${path}"`),
    },
  ])
})

test('a signature that a pattern of vercel.json includes is refused, and stays where it is', async () => {
  const path = `lib/services/distribution/release/signature-${'0'.repeat(64)}.bin`
  expect(await checkProject(await temporaryDirectory({ ...PROJECT, [path]: 'x' }))).toMatchObject([
    {
      message: expect.stringMatching(new RegExp(`^Cannot deploy "${path}": .*only publishing needs it`)),
      hint: expect.stringContaining('the pattern for the release'),
    },
  ])
})

test.each([
  { path: 'lib/www/more.txt', to: '/etc/passwd' },
  { path: 'lib/www/folder', to: '/etc' },
  { path: 'api/linked.ts', to: './distribution.ts' },
  { path: 'lib/services/distribution/release', to: '/etc' },
  { path: 'tsconfig.json', to: './package.json' },
])('a link at "$path" is refused', async ({ path, to }) => {
  const root = await temporaryDirectory(PROJECT)
  await mkdir(dirname(join(root, path)), { recursive: true })
  await symlink(to, join(root, path))
  expect(await checkProject(root)).toMatchObject([
    { message: expect.stringContaining(`Cannot deploy "${path}": it is a symbolic link`) },
  ])
})

test('kura publish --check says so, and fails', async () => {
  const publisher = await temporaryPublisher()
  await publisher.publish({ 'a.md': 'A' })
  const project = await temporaryDirectory(PROJECT)
  const check = () =>
    runCommand(publishCommand({ project }), ['publish', 'payload', '--check'], {
      cwd: publisher.dir,
      env: { KURA_RELEASE_DIR: 'release' },
    })
  expect(await check()).toMatchObject({ status: 0 })
  await writeFile(join(project, 'lib/www/payload.js'), 'x')
  const { status, err } = await check()
  expect(status).toBe(1)
  expect(err).toContain('Cannot deploy "lib/www/payload.js"')
})
