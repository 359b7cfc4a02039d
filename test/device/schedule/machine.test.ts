import { expect, test } from 'vitest'
import { thisMachine } from '../../../lib/device/schedule/machine.ts'

const run = (script: string, input?: string) =>
  thisMachine({ limit: 5_000 }).run(process.execPath, ['-e', script], input)

test('a command is run with its input, and its status and words are told', async () => {
  expect(await run('process.stdin.pipe(process.stdout)', 'a task')).toEqual({
    status: 0,
    stdout: 'a task',
    stderr: '',
  })
  expect(await run('console.error("no"); process.exit(3)')).toMatchObject({ status: 3, stderr: 'no\n' })
})

test('a command that does not exist has failed', async () => {
  expect(await thisMachine().run('kura-has-no-such-command', [])).toMatchObject({ status: 127 })
})

test('a command that never ends is ended', async () => {
  const machine = thisMachine({ limit: 200 })
  const waiting = ['-e', 'setInterval(() => undefined, 1000)']
  expect(await machine.run(process.execPath, waiting)).toMatchObject({ status: 127 })
})
