/**
 * Runs the commands of the store's README: backup, deletion, restore and continuation. `cli/operator/seen.test.ts`
 * restores a backup from the day before, and `cli/company/restored.test.ts` takes the steps after it.
 */
import { expect, onTestFinished, test } from 'vitest'
import { startLocalProject } from '../../docs/run/local-project.ts'
import { readDrill } from './restore-drill.ts'

/** Milliseconds for a command on a machine that also runs other tests. */
const PATIENCE = 240_000

test('a store that is restored as it was goes on', { timeout: PATIENCE }, async () => {
  const project = await startLocalProject()
  onTestFinished(() => project.stop())
  const run = async (script: string) => {
    const { status, output } = await project.shell(script)
    expect(status, output).toBe(0)
    return output
  }
  const [backup = '', restore = ''] = await readDrill()
  await run('npx --no kura key revoke other:admin+approve:1')
  await run(backup)
  await project.stopped(() => run(restore))
  expect(await run('npx --no kura key list')).toContain('other:admin+approve:1')
  await run('npx --no kura enrol pc-9')
})
