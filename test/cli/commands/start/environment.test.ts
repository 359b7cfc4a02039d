import { mkdir, readdir, readFile, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { practiceEnvironment } from '../../../../lib/cli/commands/start/environment.ts'
import { createLogFile } from '../../../../lib/cli/commands/start/log-file.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const GIVEN = {
  PATH: '/bin',
  KURA_URL: 'https://kura.example',
  KURA_LANGUAGE: 'ja',
  UPSTASH_REDIS_REST_TOKEN: 'token',
  ACCOUNTING_CLIENT_ID: 'own',
  ACCOUNTING_WRITES: 'on',
  REGISTRAR_TOKEN: '',
}

test.each([
  { live: false, used: ['PATH', 'KURA_LANGUAGE'], unused: 4 },
  { live: true, used: ['PATH', 'KURA_LANGUAGE', 'ACCOUNTING_CLIENT_ID', 'ACCOUNTING_WRITES'], unused: 2 },
])('with live remotes $live the practice world uses $used', async ({ live, used, unused }) => {
  const practice = practiceEnvironment(GIVEN, { cwd: await temporaryDirectory(), live })
  expect(Object.keys(practice.env)).toEqual(used)
  expect(practice.unused).toHaveLength(unused)
  expect(practice.hasRemotes).toBe(true)
})

test.each([
  ['for one run', '', ['KURA_PAUSED']],
  ['in .env, for the deployment', 'KURA_PAUSED=on\n', []],
])('KURA_PAUSED %s', async (_where, text, used) => {
  const cwd = await temporaryDirectory({ '.env': text })
  const { env } = practiceEnvironment({ KURA_PAUSED: 'on' }, { cwd, live: true })
  expect(Object.keys(env)).toEqual(used)
})

test('a log keeps its newest lines, in two files of bounded size that only their owner can read', async () => {
  const folder = await temporaryDirectory()
  const write = createLogFile(join(folder, 'host.log'), {
    largest: 100,
    failed: error => expect.fail(String(error)),
  })
  for (let number = 100; number < 200; number++) write(`line ${number}`)
  const names = (await readdir(folder)).sort()
  expect(names).toEqual(['host.log', 'host.log.1'])
  const files = names.map(name => join(folder, name))
  for (const file of files) {
    const { size, mode } = await stat(file)
    expect(size).toBeLessThan(110)
    expect(mode & 0o077).toBe(0)
  }
  const [now = '', before = ''] = await Promise.all(files.map(file => readFile(file, 'utf8')))
  const lines = `${before}${now}`.trimEnd().split('\n')
  expect(lines.length).toBeGreaterThan(10)
  expect(lines).toEqual(lines.map((_, index) => `line ${200 - lines.length + index}`))
})

test('a log of an earlier start is continued', async () => {
  const folder = await temporaryDirectory({ 'host.log': 'before\n' })
  createLogFile(join(folder, 'host.log'), { failed: error => expect.fail(String(error)) })('after')
  expect(await readFile(join(folder, 'host.log'), 'utf8')).toBe('before\nafter\n')
})

test('a line that cannot be written stops nothing, and is told once', async () => {
  const folder = await temporaryDirectory()
  await mkdir(join(folder, 'host.log'))
  const failures: unknown[] = []
  const write = createLogFile(join(folder, 'host.log'), { failed: error => failures.push(error) })
  for (const line of ['one', 'two']) write(line)
  expect(failures).toMatchObject([{ code: 'EISDIR' }])
  await rmdir(join(folder, 'host.log'))
  write('three')
  expect(await readFile(join(folder, 'host.log'), 'utf8')).toBe('three\n')
})
