/**
 * Runs the commands of the store's README: backup, deletion, restore and continuation, also with a backup from the day
 * before.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMarkdown } from '../../docs/markdown.ts'
import { PROJECT } from '../../docs/pages.ts'
import { type LocalProject, startLocalProject } from '../../docs/run/local-project.ts'

/** Milliseconds for a command on a machine that also runs other tests. */
const PATIENCE = 240_000
const THIEF = 'thief:admin+approve:1'

/** The commands that `kura store restored` lists, with the options that make them run without a terminal. */
const STEPS = [
  ['key list'],
  ['settle', '--look'],
  ['accounting authorize', '--json'],
  ['registrar orders'],
  ['devices'],
] as const

/** Returns the shell blocks of the section "Backup", in order. */
async function readDrill(): Promise<string[]> {
  const text = await readFile(join(PROJECT, 'lib/core/store/README.md'), 'utf8')
  const [, section = ''] = text.split('\n## Backup\n')
  const [drill = ''] = section.split('\n## ')
  return readMarkdown(drill).blocks.flatMap(({ language, text }) => (language === 'sh' ? [text] : []))
}

describe('the drill of a restore', () => {
  let project: LocalProject
  let [backup, restore, confirm] = ['', '', '']
  beforeAll(async () => {
    ;[backup = '', restore = '', confirm = ''] = await readDrill()
    project = await startLocalProject()
  }, PATIENCE)
  afterAll(() => project?.stop())

  const kura = (words: string) => project.shell(`npx --no kura ${words}`)

  test('a store that is restored as it was goes on', { timeout: PATIENCE }, async () => {
    expect(await kura(`key revoke ${THIEF.replace('thief', 'other')}`)).toMatchObject({ status: 0 })
    expect(await project.shell(backup)).toMatchObject({ status: 0 })
    await project.stopped(async () => expect(await project.shell(restore)).toMatchObject({ status: 0 }))
    expect((await kura('key list')).output).toContain('other:admin+approve:1')
    expect(await kura('enrol pc-9')).toMatchObject({ status: 0 })
  })

  test("yesterday's backup is found, and nothing is written until a person confirms", {
    timeout: PATIENCE,
  }, async () => {
    expect(await project.shell(backup)).toMatchObject({ status: 0 })
    await kura(`key issue thief --scope admin,approve --out thief.json`)
    expect(await kura('key list --key thief.json')).toMatchObject({ status: 0 })
    expect(await kura(`key revoke ${THIEF}`)).toMatchObject({ status: 0 })
    // the next call sees the end of the log
    expect(await kura('key list')).toMatchObject({ status: 0 })
    await project.stopped(async () => expect(await project.shell(restore)).toMatchObject({ status: 0 }))
    const refused = await kura('enrol pc-10')
    expect(refused.status).not.toBe(0)
    expect(refused.output).toContain('the store is older than what was seen of it')
    expect((await kura('today')).output).toContain('acts are stopped')
    const shown = await project.shell(confirm)
    expect(shown.status).toBe(0)
    // the second start has enrolled the demo device again, with a new key
    expect(shown.output).toMatch(
      new RegExp(
        `this machine knows as revoked: other:admin\\+approve:1, demo--.*:device:1, ${THIEF.replace('+', '\\+')}`,
      ),
    )
    expect((await kura('key list --key thief.json')).output).toContain('revoked')
    expect(await kura('enrol pc-10')).toMatchObject({ status: 0 })
  })
  test('each listed step can be taken while KURA_PAUSED stops all acts', { timeout: PATIENCE }, async () => {
    await project.stopped(async () => undefined, { KURA_PAUSED: 'on' })
    expect((await kura('enrol pc-11')).output).toContain('KURA_PAUSED stops all acts')
    const { output } = await kura('store restored')
    for (const [listed, words = ''] of STEPS) {
      expect(output).toContain(`kura ${listed}`)
      expect(await kura(`${listed} ${words}`)).toMatchObject({ status: 0 })
    }
    expect(await project.shell(confirm)).toMatchObject({ status: 0 })
  })
})
