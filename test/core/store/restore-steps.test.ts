/** The steps after a restore, which the store's README and `kura store restored` list. */
import { expect, onTestFinished, test } from 'vitest'
import { startLocalProject } from '../../docs/run/local-project.ts'
import { PATIENCE, readDrill } from './restore-drill.ts'

/** The commands that `kura store restored` lists, with the options that make them run without a terminal. */
const STEPS = [
  ['key list'],
  ['settle', '--look'],
  ['accounting authorize', '--json'],
  ['registrar orders'],
  ['devices'],
] as const

test('each listed step can be taken while KURA_PAUSED stops all acts', { timeout: PATIENCE }, async () => {
  const project = await startLocalProject({ KURA_PAUSED: 'on' })
  onTestFinished(() => project.stop())
  const kura = (words: string) => project.shell(`npx --no kura ${words}`)
  const [, , confirm = ''] = await readDrill()
  expect((await kura('enrol pc-11')).output).toContain('KURA_PAUSED stops all acts')
  const { output } = await kura('store restored')
  for (const [listed, words = ''] of STEPS) {
    expect(output).toContain(`kura ${listed}`)
    expect(await kura(`${listed} ${words}`)).toMatchObject({ status: 0 })
  }
  expect(await project.shell(confirm)).toMatchObject({ status: 0 })
})
