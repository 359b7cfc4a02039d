import { expect, onTestFinished, test } from 'vitest'
import { registerDoctor } from '../../../lib/cli/doctor/doctor.ts'
import { listen } from '../../../lib/http/listen.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

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

test.each(['kura.example', 'ftp://kura.example'])('kura doctor refuses "%s"', async given => {
  await expect(runCommand(registerDoctor, ['doctor', given])).rejects.toMatchObject({ code: 'usage' })
})
