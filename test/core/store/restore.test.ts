/**
 * Runs the commands of the store's README: backup, deletion, restore and continuation, also with a backup from the day
 * before.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalProject, startLocalProject } from '../../docs/run/local-project.ts'
import { PATIENCE, readDrill } from './restore-drill.ts'

const THIEF = 'thief:admin+approve:1'

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
    // this machine's next call gets the end of the log, which the restored store will lack
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
})
