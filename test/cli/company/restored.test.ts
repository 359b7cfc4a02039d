/** The steps after a restore, which the store's README and `kura store restored` list. */
import { expect, onTestFinished, test } from 'vitest'
import { readDrill } from '../../core/store/restore-drill.ts'
import { startLocalCompany } from './world.ts'

/** The commands that `kura store restored` lists, with the options that make them run without a terminal. */
const STEPS = [
  ['key list'],
  ['settle', '--look'],
  ['accounting authorize', '--json'],
  ['registrar orders'],
  ['devices'],
] as const

test('each listed step can be taken while KURA_PAUSED stops all acts', async () => {
  const company = await startLocalCompany({ KURA_PAUSED: 'on' })
  onTestFinished(() => company.close())
  const kura = (line: string) => company.kura(line.split(' '), { answers: ['yes'] })
  expect((await kura('enrol pc-11')).err).toContain('KURA_PAUSED stops all acts')
  const { out } = await kura('store restored')
  for (const [listed, words = ''] of STEPS) {
    expect(out).toContain(`kura ${listed}`)
    expect(await kura(`${listed} ${words}`.trim())).toMatchObject({ status: 0 })
  }
  const [, , confirm = ''] = await readDrill()
  for (const line of confirm.trim().split('\n'))
    expect(await kura(line.replace('npx --no kura ', ''))).toMatchObject({ status: 0 })
})
