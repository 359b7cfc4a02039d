/** `kura console` on the terminal of the person who uses it, with a real host and the browsers of colleagues. */
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routesOfAdmin } from '../../../../lib/app/functions/admin.ts'
import { registerConsole } from '../../../../lib/cli/commands/console/index.ts'
import { PASSKEY_CHECK } from '../../../../lib/cli/commands/doctor/passkeys.ts'
import type { RegisterCommand } from '../../../../lib/cli/context.ts'
import { registerPeople } from '../../../../lib/cli/operator/people.ts'
import { confirmRestored } from '../../../../lib/core/store/stopped.ts'
import { startConsole } from '../../../console/entrance/console-host.ts'
import { keyText, TEST_SECRET } from '../../../helpers/functions.ts'
import { runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

async function office() {
  const host = await startConsole({ routes: routesOfAdmin })
  const cwd = await temporaryDirectory()
  const keyid = 'ken:admin+accounting.read+accounting.write+registrar.read+chat.read:1'
  await writeFile(join(cwd, 'ken.json'), keyText(host.url, keyid))
  const { publisher } = host
  const folders = ['--release', publisher.releaseDir, '--keys', publisher.keys.dir]
  const run = (words: string[], answers: string[] = []) =>
    runCommand(
      words[0] === 'people' ? registerPeople : registerConsole,
      [...words, '--key', join(cwd, 'ken.json')],
      {
        cwd,
        env: { KURA_URL: host.url, KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}` },
        now: Date.now() + host.clock.ahead,
        answers,
      },
    )
  const vouch = (words: string[], answers: string[] = []) =>
    run(['console', 'vouch', ...words, ...folders], answers)
  /** Invites Mei, who makes a passkey; returns her browser and the number on her screen. */
  const enrolled = async () => {
    const { out } = await run(['console', 'invite', 'Mei', '--role', '経理'])
    const mei = host.browser()
    const page = await mei.enrol(/http\S+#\S+/.exec(out)?.[0] ?? '')
    return { mei, number: /\d{4}(?: \d{4}){3}/.exec(page.text)?.[0] ?? '' }
  }
  /** Returns the row of `kura doctor` about the passkeys at an address. */
  const doctor = async (url: string) => {
    const register: RegisterCommand = (command, context) =>
      void command.action(async () => {
        const rows = await PASSKEY_CHECK.run({ context, url, key: join(cwd, 'ken.json'), contact: undefined })
        context.output({}).line(JSON.stringify(rows))
      })
    return JSON.parse((await runCommand(register, ['check'], { cwd, now: Date.now() })).out)
  }
  return { host, run, vouch, enrolled, doctor, cwd }
}

describe('kura console', () => {
  test('invites with a link and its QR code, which is not part of --json', async () => {
    const { run } = await office()
    const { out } = await run(['console', 'invite', 'Mei', '--role', 'accounting'])
    expect(out).toMatch(/\/console\/enrol#[\w-]{32}\n/)
    expect(out).toContain('█')
    const json = await run(['console', 'invite', 'Mei', '--role', 'accounting', '--json'])
    expect(JSON.parse(json.out)).toMatchObject({ name: 'Mei', url: expect.stringContaining('#') })
  })

  test.each([
    [[]],
    [['--role', 'accounting', '--scope', 'admin']],
    [['--role', 'boss']],
    [['--scope', 'all']],
  ])('refuses to invite with %j', async words => {
    const { run } = await office()
    await expect(run(['console', 'invite', 'Mei', ...words])).rejects.toMatchObject({ code: 'usage' })
  })

  test("vouches with the publisher's key, by the number that the person reads", async () => {
    const { vouch, enrolled, host } = await office()
    const { mei, number } = await enrolled()
    await expect(vouch(['Mei'], ['000 001'])).rejects.toMatchObject({ code: 'not_found' })
    expect((await host.people()).people[0]?.passkeys[0]?.state).toBe('waits')
    expect((await vouch(['ｍｅｉ'], [number.replace(' ', '')])).out).toContain('it counts')
    expect((await mei.signIn('Mei')).answer.status).toBe(303)
    await expect(vouch(['Mei', '--number', number])).rejects.toMatchObject({ code: 'not_found' })
  })

  test('finds the root and the key of the local host by itself, by the number of the passkey', async () => {
    const { run, enrolled, host, cwd } = await office()
    await mkdir(join(cwd, '.kura'))
    await cp(host.publisher.releaseDir, join(cwd, '.kura/release'), { recursive: true })
    await cp(host.publisher.keys.dir, join(cwd, '.kura/keys'), { recursive: true })
    const { number } = await enrolled()
    expect((await run(['console', 'vouch', 'Mei', '--number', number])).out).toContain('it counts')
  })

  test('after a restore of the store, the list counts again when a person confirms it', async () => {
    const { vouch, enrolled, host } = await office()
    const { mei, number } = await enrolled()
    await vouch(['Mei', '--number', number])
    await confirmRestored({ by: 'ken', since: undefined }, host.store)
    expect((await vouch(['--restored'], ['no'])).out).toContain('nothing was confirmed')
    expect((await mei.signIn('Mei')).answer.status).toBe(401)
    expect((await vouch(['--restored'], ['yes'])).out).toContain('it counts')
    expect((await mei.signIn('Mei')).answer.status).toBe(303)
  })

  test('revokes the passkey of a lost phone, and nothing else', async () => {
    const { vouch, enrolled, host, run } = await office()
    const [phone, laptop] = [await enrolled(), await enrolled()]
    for (const { number } of [phone, laptop]) await vouch(['Mei', '--number', number])
    await phone.mei.signIn('Mei')
    await laptop.mei.signIn('Mei')
    await run(['console', 'revoke', 'Mei', '--passkey', phone.number])
    const statuses = [phone, laptop].map(async ({ mei }) => (await mei.open('/console/more')).status)
    expect(await Promise.all(statuses)).toEqual([401, 200])
    expect((await run(['console', 'list'])).out).toMatch(new RegExp(`passkey ${phone.number} +ended`))
    expect((await host.people()).people).toHaveLength(1)
  })

  test('kura doctor says which passkeys end at another address', async () => {
    const { vouch, enrolled, host, doctor } = await office()
    const { number } = await enrolled()
    expect(await doctor('https://kura.example.com')).toMatchObject([{ state: 'ok' }])
    await vouch(['Mei', '--number', number])
    expect(await doctor(host.url)).toMatchObject([{ state: 'ok', found: '1 for 127.0.0.1' }])
    const found = '1 of 1 are for 127.0.0.1 and end at kura.example.com'
    expect(await doctor('https://kura.example.com')).toMatchObject([{ state: 'wrong', found }])
  })

  test('kura people remove ends passkeys and sessions too', async () => {
    const { vouch, enrolled, run } = await office()
    const { mei, number } = await enrolled()
    await vouch(['Mei', '--number', number])
    await mei.signIn('Mei')
    const { out } = await run(['people', 'remove', 'mei'], ['yes'])
    expect(out).toContain('revoked the passkeys and sessions of Mei')
    expect((await mei.open('/console/more')).status).toBe(401)
  })
})
