import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { routesOfAdmin } from '../../../../lib/app/functions/admin.ts'
import { registerDoctor } from '../../../../lib/cli/commands/doctor/doctor.ts'
import { createActivityLog } from '../../../../lib/services/activity/log.ts'
import { listen } from '../../../../sandbox/listen.ts'
import { keyText, serveFunction } from '../../../helpers/functions.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'
import { runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

test('kura doctor says that the host protects the deployment, and asks no more', async () => {
  let requests = 0
  const server = await listen(async () => {
    requests += 1
    return new Response('<title>Authentication Required</title>', { status: 401 })
  })
  onTestFinished(() => server.close())
  const { out, status } = await runCommand(registerDoctor, ['doctor', server.url, '--json'], {
    now: Date.now(),
  })
  expect(JSON.parse(out).rows).toMatchObject([
    { check: 'address', state: 'wrong', mend: expect.stringContaining('KURA_PROTECTION_BYPASS') },
    { check: 'clock', state: 'ok' },
    { check: 'settings here', state: 'ok' },
  ])
  expect({ status, requests }).toEqual({ status: 1, requests: 1 })
})

test('kura doctor without a key tells what it can, and what it needs', async () => {
  const body = { error: 'Cannot authenticate', code: 'signature_missing' }
  const server = await listen(async () => Response.json(body, { status: 401 }))
  onTestFinished(() => server.close())
  const cwd = await temporaryDirectory()
  const env = { XDG_CONFIG_HOME: cwd, KURA_LANGUAGE: 'xx', KURA_TIMEZONE: 'Mars' }
  const { out, status } = await runCommand(registerDoctor, ['doctor', server.url], {
    now: Date.now(),
    cwd,
    env,
  })
  expect(status).toBe(1)
  expect(out).toMatch(/^ok +address/m)
  expect(out).toMatch(/^wrong +settings here +.*KURA_LANGUAGE/m)
  expect(out).toMatch(/^wrong +settings here +.*KURA_TIMEZONE/m)
  expect(out).toMatch(/^unknown +release +Cannot find an operator key/m)
  expect(out).toContain('release: npm start leaves one')
})

test.each([
  { files: { '.kura/example': '' }, note: expect.stringContaining('the example of npm start has') },
  { files: {}, note: '' },
])('kura doctor says that the faults of the example are for the person to try: $files', async given => {
  const body = { error: 'Cannot authenticate', code: 'signature_missing' }
  const server = await listen(async () => Response.json(body, { status: 401 }))
  onTestFinished(() => server.close())
  const cwd = await temporaryDirectory(given.files)
  const env = { XDG_CONFIG_HOME: cwd, KURA_TIMEZONE: 'Mars' }
  const { err } = await runCommand(registerDoctor, ['doctor', server.url], { now: Date.now(), cwd, env })
  expect(err).toEqual(given.note)
})

test('kura doctor checks each part of a deployment, and the keys and passkeys of people', async () => {
  const { url } = await serveFunction(routesOfAdmin)
  const key = keyText(url, 'hana:admin:1')
  const cwd = await temporaryDirectory({ 'key.json': key, '.mcp.json': '{}' })
  const words = ['doctor', url, '--key', join(cwd, 'key.json'), '--json']
  const { out } = await runCommand(registerDoctor, words, { now: Date.now(), cwd, env: { HOME: cwd } })
  const { rows } = JSON.parse(out) as { rows: readonly { check: string }[] }
  const checks = ['address', 'clock', 'settings here', 'settings', 'functions', 'release', 'devices']
  const ofPeople = ['cron jobs', 'books', 'bots', 'registrar', 'agents', 'passkeys']
  expect([...new Set(rows.map(({ check }) => check))]).toEqual(
    expect.arrayContaining([...checks, ...ofPeople]),
  )
})

test('kura doctor records settings that have changed, and nothing else', async () => {
  const store = createMemoryStore()
  const dir = await temporaryDirectory()
  const examine = async () => {
    // each call serves at another address, so the recorded setting KURA_URL changes
    const { url } = await serveFunction(routesOfAdmin, { openStore: async () => store })
    await writeFile(join(dir, 'key.json'), keyText(url, 'hana:admin:1'))
    const words = ['doctor', url, '--key', join(dir, 'key.json')]
    const run = async () => (await runCommand(registerDoctor, words, { now: Date.now(), cwd: dir })).out
    return [await run(), await run()].map(out => /settings seen +(.*?) *$/m.exec(out)?.[1])
  }
  const moment = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d \\+09:00'
  const told = (text: string) => expect.stringMatching(new RegExp(`^${text}$`))
  expect(await examine()).toEqual(['2, for the first time', told(`unchanged since ${moment}`)])
  expect(await examine()).toEqual([
    told(`since ${moment}: changed KURA_URL`),
    told(`unchanged since ${moment}`),
  ])
  const { entries } = await createActivityLog({ store: () => store, now: Date.now }).page({ limit: 9 })
  expect(entries).toMatchObject([
    { by: 'hana:admin:1', act: 'recordSettings', what: { KURA_SECRETS: 'added', KURA_URL: 'added' } },
    { by: 'hana:admin:1', act: 'recordSettings', what: { KURA_URL: 'changed' } },
  ])
})

test.each(['kura.example', 'ftp://kura.example'])('kura doctor refuses "%s"', async given => {
  await expect(runCommand(registerDoctor, ['doctor', given])).rejects.toMatchObject({ code: 'usage' })
})
