import { mkdir } from 'node:fs/promises'
import { delimiter, dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runSystemProgram, type SystemDeps, systemProgram } from '../../lib/device/system-program.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

describe('systemProgram()', () => {
  test.each([
    { env: { SystemRoot: 'D:\\WINNT' }, path: 'D:\\WINNT\\System32\\schtasks.exe' },
    { env: { SystemRoot: 'D:\\WINNT', PATH: 'C:\\kura' }, path: 'D:\\WINNT\\System32\\schtasks.exe' },
    { env: {}, path: 'C:\\Windows\\System32\\schtasks.exe' },
    { env: { SystemRoot: '.' }, path: 'C:\\Windows\\System32\\schtasks.exe' },
  ])('on Windows is in System32: $env', ({ env, path }) => {
    expect(systemProgram('schtasks', { platform: 'win32', env })).toBe(path)
  })

  test.skipIf(process.platform === 'win32')(
    'elsewhere is in a folder of PATH, never in the current folder',
    async () => {
      const dir = await temporaryDirectory({ 'planted/crontab': '', 'system/crontab': '' })
      await mkdir(join(dir, 'folders/crontab'), { recursive: true })
      const planted = relative(process.cwd(), join(dir, 'planted'))
      const find = (...folders: string[]) =>
        systemProgram('crontab', { platform: 'linux', env: { PATH: folders.join(delimiter) } })
      expect(find(planted, join(dir, 'folders'), join(dir, 'system'))).toBe(join(dir, 'system/crontab'))
      expect(find(planted, '.', '')).toBeUndefined()
    },
  )
})

describe.skipIf(process.platform === 'win32')('runSystemProgram()', () => {
  const env = { PATH: dirname(process.execPath) }
  const run = (script: string, deps: SystemDeps & { input?: string } = {}) =>
    runSystemProgram('node', ['-e', script], { env, ...deps })

  test('runs a program with its input, and returns its status and output', async () => {
    expect(await run('process.stdin.pipe(process.stdout)', { input: 'a task' })).toEqual({
      status: 0,
      stdout: 'a task',
      stderr: '',
    })
    expect(await run('console.error("no"); process.exit(3)')).toMatchObject({ status: 3, stderr: 'no\n' })
  })

  test('returns status 127 for a program that does not exist', async () => {
    expect(await runSystemProgram('kura-has-no-such-program', [], {})).toEqual({
      status: 127,
      stdout: '',
      stderr: 'this system has no program "kura-has-no-such-program"',
    })
    expect(await runSystemProgram('schtasks', [], { platform: 'win32' })).toMatchObject({ status: 127 })
  })

  test('ends a program that never ends', async () => {
    expect(await run('setInterval(() => undefined, 1000)', { limit: 200 })).toMatchObject({ status: 127 })
  })
})
