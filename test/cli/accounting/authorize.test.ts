import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asksHost } from '../../../lib/cli/accounting/authorize.ts'
import { registerAccounting } from '../../../lib/cli/accounting/index.ts'
import { readConfig } from '../../../lib/core/config/config.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'
import {
  COMPANY,
  createBrowser,
  createWorld,
  keyFileOf,
  OTHER,
  type World,
} from '../../services/accounting/tokens/browser/world.ts'

const DEPLOYED = { KURA_URL: 'https://kura.example' }
const LOCAL = { KURA_URL: 'http://127.0.0.1:3000' }

test.each([
  ['a deployment', {}, DEPLOYED, true],
  ['a deployment, with its store here', { local: true }, DEPLOYED, false],
  ['a deployment, with a code', { code: 'x' }, DEPLOYED, false],
  ['the local host', {}, LOCAL, false],
  ['the local host, with a link', { link: true }, LOCAL, true],
  ['no address', {}, {}, false],
  ['an empty address', {}, { KURA_URL: '' }, false],
] as const)('asksHost(): %s', (_name, options, env, want) => {
  expect(asksHost(options, { env, config: readConfig(env) })).toBe(want)
})

test.each([{ link: true, local: true } as const, { link: true, code: 'x' } as const])(
  'asksHost() refuses %o: one of them',
  options => {
    expect(() => asksHost(options, { env: {}, config: readConfig({}) })).toThrow('choose one')
  },
)

/** Runs `kura accounting authorize --link` with an operator's key for the deployment. */
async function authorize(world: World, words: readonly string[] = [], keyid?: string) {
  const key = join(await temporaryDirectory(), 'operator.json')
  await writeFile(key, keyFileOf(world.url, keyid))
  const env = { KURA_TIMEZONE: 'Asia/Tokyo' }
  const given = ['accounting', 'authorize', '--link', '--key', key, ...words]
  return runCommand(registerAccounting, given, { env, now: world.time.now })
}

describe('kura accounting authorize for a deployment', () => {
  test('prints a link that works once, and needs no secret but the key', async () => {
    const world = await createWorld()
    const { out, err } = await authorize(world)
    const [, url = ''] = out.split('\n')
    expect(out).toContain('it works once, until 2026-04-01 09:10 +09:00')
    expect(err).toContain(`needs the redirect address ${world.url}/api/accounting/authorize/callback`)
    const browser = createBrowser()
    await browser.press(await browser.go(url), 'keep')
    expect(await world.tokens().status()).toMatchObject({ state: 'current', company: COMPANY })
  })

  test('names the company, as JSON too', async () => {
    const world = await createWorld({ authorized: true })
    world.service.sandbox.state.chosen = OTHER.id
    const { out } = await authorize(world, ['--company', OTHER.number, '--json'])
    const { url, until } = JSON.parse(out)
    expect(until).toBe('2026-04-01T00:10:00.000Z')
    const browser = createBrowser()
    await browser.press(await browser.go(url), 'keep')
    expect((await world.tokens().status()).company).toEqual(OTHER)
  })

  test('asks no deployment that is reached over http', async () => {
    const env = { KURA_URL: 'http://kura.example' }
    await expect(runCommand(registerAccounting, ['accounting', 'authorize'], { env })).rejects.toMatchObject({
      code: 'settings_invalid',
      message: expect.stringMatching(/^Cannot authorize at "http:\/\/kura.example": over http:\/\/ others/),
    })
  })

  test('needs a key with the scope admin', async () => {
    const world = await createWorld()
    await expect(authorize(world, [], 'bot:accounting.write:1')).rejects.toMatchObject({
      code: 'scope_missing',
    })
  })
})
