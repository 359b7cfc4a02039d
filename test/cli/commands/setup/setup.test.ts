import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { registerSetup } from '../../../../lib/cli/commands/setup/setup.ts'
import { changePerson, personKey } from '../../../../lib/console/people/people.ts'
import { readDurability } from '../../../../lib/core/store/durability.ts'
import { openUpstashStore } from '../../../../lib/core/store/upstash.ts'
import { readChain } from '../../../../lib/publishing/keys/roots.ts'
import { passkeyOf, personOf } from '../../../console/known-people.ts'
import { kurasOwn, SEAL_KEYS } from '../../../helpers/publishing/vouched.ts'
import { runCommand } from '../../../helpers/run-command.ts'
import { linesOf, settingsIn, setUp, setupWorld } from './world.ts'

const LAUNCHER = resolve(import.meta.dirname, '../../../../bin/kura.js')

const modeOf = async (file: string) => (await stat(file)).mode & 0o777

describe('kura setup --yes', () => {
  test('writes .env, the key with the scopes that are needed, root and release; no secret is shown', async () => {
    const world = await setupWorld()
    const { out, err, status } = await setUp(world)
    expect(status).toBe(0)
    const settings = await settingsIn(world.cwd)
    expect(settings).toMatchObject({ KURA_URL: 'https://kura.example', ACCOUNTING_SCHEDULE: 'amended' })
    expect(Object.keys(settings)).toEqual(
      expect.arrayContaining(['KURA_SECRETS', 'KURA_SEAL_KEYS', 'CRON_SECRET']),
    )
    const keyFile = join(world.cwd, 'config/kura/operator.json')
    expect(JSON.parse(await readFile(keyFile, 'utf8'))).toMatchObject({
      url: 'https://kura.example',
      keyid:
        'operator:admin+accounting.read+accounting.write+registrar.read+registrar.write+registrar.buy+chat.send:1',
    })
    expect([await modeOf(join(world.cwd, '.env')), await modeOf(keyFile)]).toEqual([0o600, 0o600])
    expect(await readChain(join(world.cwd, 'release'))).toHaveLength(1)
    const { UPSTASH_REDIS_REST_URL: url = '', UPSTASH_REDIS_REST_TOKEN: token = '' } = world.answers
    expect(await readDurability(openUpstashStore({ url, token }))).toMatchObject({ confirmed: false })
    expect(out).toMatch(/the database answers in \d+ ms; no replica confirms what must happen once\n/)
    expect(out).toMatch(/for name in .*\bKURA_SECRETS\b.*; do\n/)
    const secrets = Object.entries(settings).filter(([name]) => /SECRET|TOKEN|SEAL/.test(name))
    for (const [, secret = ''] of secrets) expect(out + err).not.toContain(secret)
  })

  test('refuses KURA_APPROVE_ABOVE until two people can approve', async () => {
    const world = await setupWorld()
    const { UPSTASH_REDIS_REST_URL: url = '', UPSTASH_REDIS_REST_TOKEN: token = '' } = world.answers
    const store = openUpstashStore({ url, token })
    const env = { ...world.env, KURA_SEAL_KEYS: SEAL_KEYS }
    const above = { ...world, env, answers: { ...world.answers, KURA_APPROVE_ABOVE: '100000' } }
    for (const [at, name] of ['Hana', 'Mei'].entries()) {
      await expect(setUp(above)).rejects.toMatchObject({
        code: 'usage',
        message: `Cannot use KURA_APPROVE_ABOVE: ${['no person', 'one person'][at]} can approve, expected two`,
      })
      const scopes = ['approve'] as const
      const passkeys = [
        passkeyOf({ credential: name, vouched: new Date().toISOString(), scopes: [...scopes] }),
      ]
      const person = personOf({ name, scopes: [...scopes], passkeys })
      await changePerson(personKey(name), () => ({ write: person, result: undefined }), kurasOwn(store))
    }
    expect((await setUp(above)).status).toBe(0)
    await store.close()
  })

  test('another run changes nothing', async () => {
    const world = await setupWorld()
    await setUp(world)
    const before = await settingsIn(world.cwd)
    const { out } = await setUp(world)
    expect(await settingsIn(world.cwd)).toEqual(before)
    expect(out).toContain('found release 1')
  })

  test('reads the answers from standard input, and encrypts the release key with KURA_PASSPHRASE', async () => {
    const { cwd, env, answers } = await setupWorld()
    const child = spawn(process.execPath, [LAUNCHER, 'setup', '--yes'], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: cwd, KURA_PASSPHRASE: 'a passphrase', ...env },
    })
    child.stdin.end(linesOf(answers))
    const [status] = await once(child, 'close')
    expect(status).toBe(0)
    const keys = await readdir(join(cwd, 'config/kura/keys'))
    const pem = await readFile(join(cwd, 'config/kura/keys', keys[0] ?? ''), 'utf8')
    expect(pem).toContain('BEGIN ENCRYPTED PRIVATE KEY')
    expect(keys).toHaveLength(2)
  })

  const region = [
    {
      name: 'another',
      had: 'hnd1',
      answer: 'fra1',
      says: 'wrote fra1 into vercel.json: commit it; .* Frankfurt',
    },
    { name: 'the same', had: 'hnd1', answer: 'hnd1', says: 'vercel.json names hnd1 already; .* Tokyo' },
    { name: 'none', had: 'sin1', answer: undefined, says: 'vercel.json names sin1 already; .* Singapore' },
  ]
  test.each(region)('of the region $answer in place of $had: $name', async ({ had, answer, says }) => {
    const world = await setupWorld()
    const file = join(world.cwd, 'vercel.json')
    const text = `{\n  "framework": null,\n  "regions": ["${had}"],\n  "crons": [{ "path": "/x" }]\n}\n`
    await writeFile(file, text)
    const { SETUP_REGION: _region, ...others } = world.answers
    const answers = { ...others, ...(answer !== undefined && { SETUP_REGION: answer }) }
    const { out } = await setUp({ ...world, answers })
    expect(out).toMatch(new RegExp(`^  ${says}$`, 'm'))
    expect(await readFile(file, 'utf8')).toBe(text.replace(had, answer ?? had))
  })

  test('a vercel.json without regions is left as it is, and it is said what to add', async () => {
    const world = await setupWorld()
    await writeFile(join(world.cwd, 'vercel.json'), '{}')
    await expect(setUp(world)).rejects.toMatchObject({ hint: expect.stringContaining('"regions": ["hnd1"]') })
    expect(await readFile(join(world.cwd, 'vercel.json'), 'utf8')).toBe('{}')
  })

  test('names every answer that is missing', async () => {
    const world = await setupWorld()
    const { KURA_URL: _url, CHAT_GUILD_ID: _guild, ...answers } = world.answers
    await expect(setUp({ ...world, answers })).rejects.toThrow('without answers: KURA_URL, CHAT_GUILD_ID')
    await expect(
      setUp({ ...(await setupWorld()), answers: { KURA_LANGUAGE: 'en', SETUP_SERVICES: 'accounting' } }),
    ).rejects.toThrow(
      'without answers: KURA_URL, SETUP_PLAN, UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN, ACCOUNTING_CLIENT_ID, ACCOUNTING_CLIENT_SECRET, ACCOUNTING_SCHEDULE',
    )
  })

  test.each([
    ['ACCOUNTING_CLIENT_SECRET', 'wrong', 'invalid_client'],
    ['REGISTRAR_TOKEN', 'wrong', 'the token of the registrar'],
    ['UPSTASH_REDIS_REST_TOKEN', 'wrong', 'the store'],
    ['CHAT_BOT_TOKENS', `MQ.A.${'A'.repeat(24)}`, 'token 1: the platform answers 401'],
    ['CHAT_GUILD_ID', '1', 'the bot is not in the server 1'],
    ['CHAT_NOTICES_CHANNEL_ID', '1', 'the bot does not see the channel 1'],
    ['SETUP_PLAN', 'gold', 'expected free / paid'],
    ['SETUP_SERVICES', 'books', 'SETUP_SERVICES'],
    ['SETUP_REGION', 'kyoto', 'expected a region of the host: hnd1 (Tokyo), kix1 (Osaka)'],
    ['KURA_TIMEZONE', 'Mars', 'KURA_TIMEZONE'],
    ['KURA_URL', 'http://kura.example', 'KURA_URL'],
    ['REGISTRAR_CAP_DAY', 'much', 'REGISTRAR_CAP_DAY'],
    ['OTHER', 'x', 'there are no such questions'],
  ])('an answer that is wrong is refused: %s', async (name, value, message) => {
    const world = await setupWorld()
    await expect(setUp({ ...world, answers: { ...world.answers, [name]: value } })).rejects.toThrow(message)
  })

  test('the services as the prompt shows them are all set up', async () => {
    const world = await setupWorld()
    const { out } = await setUp({
      ...world,
      answers: { ...world.answers, SETUP_SERVICES: 'accounting, registrar, chat' },
    })
    expect(Object.keys(await settingsIn(world.cwd))).toEqual(
      expect.arrayContaining(['ACCOUNTING_CLIENT_ID', 'REGISTRAR_TOKEN', 'CHAT_BOT_TOKENS']),
    )
    expect(out).toContain('accounting.write+registrar.read+registrar.write+registrar.buy+chat.send')
    const choices = JSON.parse(await readFile(join(world.cwd, '.kura/setup.json'), 'utf8'))
    expect(choices).toMatchObject({ SETUP_SERVICES: 'accounting,registrar,chat' })
  })

  test('a tax schedule that is left open stays unset, here and at the host, and is not asked again', async () => {
    const world = await setupWorld()
    const answers = { ...world.answers, ACCOUNTING_SCHEDULE: 'unset' }
    const { out } = await setUp({ ...world, answers })
    expect(await settingsIn(world.cwd)).not.toHaveProperty('ACCOUNTING_SCHEDULE')
    expect(out).not.toMatch(/for name in .*ACCOUNTING_SCHEDULE/)
    const { asked } = await runCommand(registerSetup, ['setup'], { ...world, answers: [] })
    expect(asked).toEqual([])
  })

  test.each([
    ['KURA_SECRETS=secret', 'KURA_SECRETS'],
    ['CRON_SECRET=short', 'CRON_SECRET'],
    ['KURA_URL=kura.example.com', 'KURA_URL'],
    ['REGISTRAR_CAP_DAY=much', 'REGISTRAR_CAP_DAY'],
  ])('what .env has already is checked before anything is made: %s', async (line, name) => {
    const { cwd, env, answers } = await setupWorld()
    const given = linesOf(answers)
      .split('\n')
      .filter(one => !one.startsWith(`${name}=`))
      .join('\n')
    await writeFile(join(cwd, 'answers.env'), `${given}\nSETUP_REGION=fra1\n`)
    await writeFile(join(cwd, '.env'), `${line}\n`)
    await writeFile(join(cwd, 'vercel.json'), '{"regions": ["hnd1"]}')
    await expect(
      runCommand(registerSetup, ['setup', '--yes', '--answers', 'answers.env'], { cwd, env }),
    ).rejects.toThrow(name)
    expect(await readFile(join(cwd, '.env'), 'utf8')).toBe(`${line}\n`)
    expect(await readFile(join(cwd, 'vercel.json'), 'utf8')).toBe('{"regions": ["hnd1"]}')
    expect(await readdir(cwd)).not.toContain('release')
  })

  test('a settings file of a person keeps its lines', async () => {
    const world = await setupWorld()
    await writeFile(join(world.cwd, '.env'), '# mine\nKURA_REVOKED=old:device:1\n')
    await setUp(world)
    expect(await readFile(join(world.cwd, '.env'), 'utf8')).toMatch(/^# mine\nKURA_REVOKED=old:device:1\n/)
  })

  test('a key of another deployment is not overwritten', async () => {
    const world = await setupWorld()
    const folder = join(world.cwd, 'config/kura')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'operator.json'), '{"url":"https://other.example"}')
    await expect(setUp(world)).rejects.toThrow('it is for other.example')
  })

  test.each([
    { plan: 'free', said: true },
    { plan: 'paid', said: false },
  ])('of the $plan plan says what it does not allow: $said', async ({ plan, said }) => {
    const world = await setupWorld()
    const { out } = await setUp({ ...world, answers: { ...world.answers, SETUP_PLAN: plan } })
    expect(out.includes("the host's free plan is for non-commercial use; a company needs the paid one")).toBe(
      said,
    )
  })

  test('sets the settings at the host on request: values on standard input, never as arguments', async () => {
    const world = await setupWorld()
    const fake = join(world.cwd, 'bin')
    await mkdir(fake)
    const script =
      '#!/bin/sh\nprintf "%s <- " "$*" >> calls\ncat >> calls\necho >> calls\ncase $4 in CHAT_GUILD_ID) exit 1;; esac\n'
    await writeFile(join(fake, 'npx'), script)
    await chmod(join(fake, 'npx'), 0o755)
    const env = { ...world.env, PATH: `${fake}:${process.env['PATH']}` }
    const answers = { ...world.answers, SETUP_UPLOAD: 'yes' }
    const { out, status } = await setUp({ ...world, env, answers })
    const calls = (await readFile(join(world.cwd, 'calls'), 'utf8')).split('\n')
    const { KURA_SECRETS } = await settingsIn(world.cwd)
    expect(calls).toContain(`vercel env add KURA_SECRETS production --sensitive <- ${KURA_SECRETS}`)
    expect(status).toBe(1)
    expect(out.match(/for(?:each \(\$| )name in .*/g)).toEqual([
      'for name in CHAT_GUILD_ID; do',
      "foreach ($name in 'CHAT_GUILD_ID') {",
    ])
  })
})
