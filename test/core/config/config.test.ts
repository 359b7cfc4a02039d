import { describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../../../lib/core/config/config.ts'

const SECRET = Buffer.alloc(32, 7).toString('base64url')
const SIGNING = { KURA_SECRETS: `2:${SECRET},1:${SECRET}`, KURA_URL: 'https://Kura.Example/' }

describe('readConfig()', () => {
  test('signing() reads secrets newest first, and takes the authority of KURA_URL', () => {
    const { secrets, authorities, revoked } = readConfig({
      ...SIGNING,
      KURA_REVOKED: 'a:device:1, b:device:1',
    }).signing()
    expect(secrets.map(({ epoch }) => epoch)).toEqual(['2', '1'])
    expect(authorities).toEqual(['kura.example'])
    expect(revoked).toEqual(['a:device:1', 'b:device:1'])
  })

  test('KURA_AUTHORITIES replaces the authority of KURA_URL', () => {
    const env = { ...SIGNING, KURA_AUTHORITIES: 'Kura.Example, kura.vercel.app' }
    expect(readConfig(env).signing().authorities).toEqual(['kura.example', 'kura.vercel.app'])
  })

  test('a deployment may also be called by the names that the host gives it', () => {
    const env = { ...SIGNING, VERCEL_URL: 'kura-abc.vercel.app', VERCEL_BRANCH_URL: '' }
    expect(readConfig(env).signing().authorities).toEqual(['kura.example', 'kura-abc.vercel.app'])
  })

  test('a section names all that it misses in one error', () => {
    expect(() => readConfig({}).signing()).toThrow(/KURA_SECRETS, KURA_URL/)
    expect(() => readConfig({ VERCEL: '1' }).store()).toThrow(
      /UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN/,
    )
  })

  const stores = [
    { name: 'embedded at home', env: {}, want: { kind: 'embedded', file: '.kura/store.db' } },
    {
      name: 'embedded if so set',
      env: { KURA_STORE_FILE: '/x.db' },
      want: { kind: 'embedded', file: '/x.db' },
    },
    {
      name: 'upstash',
      env: { UPSTASH_REDIS_REST_URL: 'https://r/', UPSTASH_REDIS_REST_TOKEN: 't' },
      want: { kind: 'upstash', url: 'https://r', token: 't' },
    },
    {
      name: "the host's own names",
      env: { KV_REST_API_URL: 'https://r', KV_REST_API_TOKEN: 't' },
      want: { kind: 'upstash', url: 'https://r', token: 't' },
    },
  ]
  test.each(stores)('store: $name', ({ env, want }) => {
    expect(readConfig(env).store()).toEqual(want)
  })

  test('the local files of this machine are in the folder of the embedded store', () => {
    expect(readConfig({}).stateDir).toBe('.kura')
    expect(readConfig({ ...SIGNING, KURA_STORE_FILE: '/x/y.db' }).stateDir).toBe('/x')
  })

  test('a half-set store is not taken for none', () => {
    expect(() => readConfig({ UPSTASH_REDIS_REST_URL: 'https://r' }).store()).toThrow(
      /UPSTASH_REDIS_REST_TOKEN/,
    )
  })

  test.each([
    ['http://store.example', false],
    ['https://store.example', true],
    ['http://127.0.0.1:8079', true],
  ])('the token of a store is sent to %s: %s', (url, sent) => {
    const read = () => readConfig({ UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: 't' }).store()
    if (sent) expect(read()).toMatchObject({ url })
    else
      expect(read).toThrow('UPSTASH_REDIS_REST_URL: expected an address that starts with https://; http://')
  })

  const bad = [
    { name: 'a short secret', env: { ...SIGNING, KURA_SECRETS: '1:c2hvcnQ' } },
    { name: 'no epoch', env: { ...SIGNING, KURA_SECRETS: SECRET } },
    { name: 'an epoch twice', env: { ...SIGNING, KURA_SECRETS: `1:${SECRET},1:${SECRET}` } },
    { name: 'an authority with a scheme', env: { ...SIGNING, KURA_AUTHORITIES: 'https://kura.example/' } },
    { name: 'an authority with a path', env: { ...SIGNING, KURA_AUTHORITIES: 'kura.example/x' } },
    { name: 'an address without a scheme', env: { ...SIGNING, KURA_URL: 'kura.example' } },
  ]
  test.each(bad)('refuses $name without quoting it', ({ env }) => {
    expect(() => readConfig(env).signing()).toThrow(expect.objectContaining({ code: 'settings_invalid' }))
    expect(() => readConfig(env).signing()).not.toThrow(new RegExp(`${SECRET}|c2hvcnQ`))
  })

  const application = { ACCOUNTING_CLIENT_ID: 'id', ACCOUNTING_CLIENT_SECRET: 'secret' }
  test('accounting() points at the public service, shows codes out of band, and writes nothing', () => {
    expect(readConfig(application).accounting()).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
      baseUrl: 'https://api.freee.co.jp',
      tokenUrl: 'https://accounts.secure.freee.co.jp/public_api/token',
      authorizeUrl: 'https://accounts.secure.freee.co.jp/public_api/authorize',
      redirectUri: 'urn:ietf:wg:oauth:2.0:oob',
      writes: false,
      schedule: undefined,
    })
  })

  test('accounting() names both missing settings, and a switch that says neither on nor off', () => {
    expect(() => readConfig({}).accounting()).toThrow(/ACCOUNTING_CLIENT_ID, ACCOUNTING_CLIENT_SECRET/)
    expect(readConfig({ ...application, ACCOUNTING_WRITES: 'on' }).accounting().writes).toBe(true)
    expect(() => readConfig({ ...application, ACCOUNTING_WRITES: 'ON' }).accounting()).toThrow(
      /ACCOUNTING_WRITES: expected "on" or "off"/,
    )
  })

  const team = { REGISTRAR_TOKEN: 'token', REGISTRAR_TEAM_ID: 'team' }
  const caps = { REGISTRAR_CAP_ORDER: '2000', REGISTRAR_CAP_DAY: '3000', REGISTRAR_CAP_MONTH: '9000' }
  test('registrar() points at the public service and buys nothing', () => {
    const settings = readConfig(team).registrar()
    expect(settings).toEqual({
      token: 'token',
      teamId: 'team',
      baseUrl: 'https://api.vercel.com',
      purchases: false,
      caps: undefined,
    })
    expect(readConfig({ ...team, ...caps, REGISTRAR_PURCHASES: 'on' }).registrar()).toMatchObject({
      purchases: true,
      caps: { order: 2000, day: 3000, month: 9000 },
    })
    expect(readConfig({ ...team, ...caps, REGISTRAR_CAP_DAY: '' }).registrar().caps).toBeUndefined()
  })

  const lacking = [
    { name: 'no team', env: { REGISTRAR_TOKEN: 'token' }, want: /settings REGISTRAR_TEAM_ID$/ },
    {
      name: 'purchases without every cap',
      env: { ...team, ...caps, REGISTRAR_PURCHASES: 'on', REGISTRAR_CAP_DAY: '' },
      want: /settings REGISTRAR_CAP_DAY$/,
    },
    {
      name: 'a cap in dollars',
      env: { ...team, ...caps, REGISTRAR_CAP_ORDER: '20.00' },
      want: /REGISTRAR_CAP_ORDER: expected a whole number of cents/,
    },
    {
      name: 'a misspelt switch',
      env: { ...team, REGISTRAR_PURCHASES: 'yes' },
      want: /REGISTRAR_PURCHASES: expected "on" or "off"/,
    },
    {
      name: 'a token of two lines',
      env: { ...team, REGISTRAR_TOKEN: 'secret\ntoken' },
      want: /^(?!.*secret).*REGISTRAR_TOKEN: expected one line/,
    },
    {
      name: 'a token of wide letters',
      env: { ...team, REGISTRAR_TOKEN: 'ｔｏｋｅｎ' },
      want: /printable ASCII/,
    },
  ]
  const addresses = [
    { setting: 'ACCOUNTING_BASE_URL', of: (config: Config) => config.accounting().baseUrl },
    { setting: 'ACCOUNTING_TOKEN_URL', of: (config: Config) => config.accounting().tokenUrl },
    { setting: 'ACCOUNTING_AUTHORIZE_URL', of: (config: Config) => config.accounting().authorizeUrl },
    { setting: 'REGISTRAR_BASE_URL', of: (config: Config) => config.registrar().baseUrl },
  ]
  test.each(addresses)('$setting is an address of https, or of this machine', ({ setting, of }) => {
    const read = (address: string) => of(readConfig({ ...application, ...team, [setting]: address }))
    expect(() => read('http://service.example')).toThrow(
      `${setting}: expected an address that starts with https://`,
    )
    expect(read('http://127.0.0.1:4000')).toBe('http://127.0.0.1:4000')
    expect(read('https://service.example/')).toBe('https://service.example')
  })

  test('registrar() takes a token without the line end that came along with it', () => {
    expect(readConfig({ ...team, REGISTRAR_TOKEN: 'token\n' }).registrar().token).toBe('token')
  })

  test.each(lacking)('registrar() refuses $name', ({ env, want }) => {
    expect(() => readConfig(env).registrar()).toThrow(want)
  })

  test('cron() wants a secret of sixteen characters or more, and shows none', () => {
    expect(readConfig({ CRON_SECRET: 'x'.repeat(16) }).cron()).toEqual({ secret: 'x'.repeat(16) })
    expect(() => readConfig({}).cron()).toThrow(/settings CRON_SECRET$/)
    for (const secret of ['short-secret-15', 'sixteen characters'])
      expect(() => readConfig({ CRON_SECRET: secret }).cron()).toThrow(
        /CRON_SECRET: expected 16 or more printable/,
      )
  })

  describe('chat()', () => {
    const token = (id: string) => `${Buffer.from(id).toString('base64url')}.sandbo.${'x'.repeat(38)}`
    const env = { CHAT_BOT_TOKENS: `${token('123')}, ${token('456')}`, CHAT_GUILD_ID: '789' }

    test('reads several bots and the server', () => {
      expect(readConfig(env).chat()).toEqual({
        tokens: [token('123'), token('456')],
        baseUrl: 'https://discord.com/api',
        guildId: '789',
        noticesChannelId: undefined,
      })
    })

    const foreign = [
      { name: "a person's token with two factors", given: `mfa.${'x'.repeat(80)}` },
      { name: 'an OAuth access token', given: 'x'.repeat(30) },
      { name: 'a webhook address', given: 'https://chat.example/api/webhooks/1/x' },
      { name: 'a list without a token', given: ' , ' },
      { name: 'a first part that is no account', given: token('somebody') },
    ]
    test.each(foreign)('refuses $name, and does not quote it', ({ given }) => {
      const read = () => readConfig({ ...env, CHAT_BOT_TOKENS: given }).chat()
      expect(read).toThrow(/CHAT_BOT_TOKENS.*never a person's/)
      expect(read).not.toThrow(given)
    })

    test.each([
      {
        name: 'the word before a token',
        given: `${token('123')},Bot ${token('456')}`,
        form: 'without the word "Bot"',
      },
      { name: 'quotes around a token', given: `${token('123')}, "${token('456')}"`, form: 'without quotes' },
      { name: 'a foreign token', given: `${token('123')}, ${'x'.repeat(30)}`, form: "a bot's token" },
    ])('says which token is wrong, and why: $name', ({ given, form }) => {
      const read = () => readConfig({ ...env, CHAT_BOT_TOKENS: given }).chat()
      expect(read).toThrow(
        `CHAT_BOT_TOKENS, token 2: expected ${form.startsWith('a') ? '' : 'the token alone, '}${form}`,
      )
      expect(read).not.toThrow(token('456'))
    })

    test.each([
      ['http://platform.example/api', false],
      ['http://127.0.0.1:4000/api', true],
      ['http://localhost:4000/api', true],
      ['https://platform.example/api', true],
    ])('the platform at %s: %s', (url, expected) => {
      const read = () => readConfig({ ...env, CHAT_BASE_URL: url }).chat().baseUrl
      if (expected) expect(read()).toBe(url)
      else expect(read).toThrow('CHAT_BASE_URL: expected an address that starts with https://')
    })

    test.each(['DISCORD_TOKEN', 'DISCORD_USER_TOKEN', 'CHAT_USER_TOKEN'])('%s is not used', name => {
      expect(readConfig({ ...env, [name]: 'of-a-person' }).userTokens).toEqual([name])
    })

    test("names the variable of a person's token, and never its value", () => {
      const config = readConfig({ ...env, DISCORD_USER_TOKEN: 'of-a-person' })
      expect(config.userTokens).toEqual(['DISCORD_USER_TOKEN'])
      expect(JSON.stringify([config, config.chat()])).not.toContain('of-a-person')
    })
  })
})

describe("the company's locale", () => {
  test.each([
    [{}, { language: 'ja', timezone: 'Asia/Tokyo' }],
    [{ KURA_TIMEZONE: 'Europe/Paris' }, { language: 'en', timezone: 'Europe/Paris' }],
    [
      { KURA_TIMEZONE: 'UTC', KURA_LANGUAGE: 'ja' },
      { language: 'ja', timezone: 'UTC' },
    ],
    [{ KURA_LANGUAGE: 'en' }, { language: 'en', timezone: 'Asia/Tokyo' }],
  ])('%j', (env, locale) => {
    expect(readConfig(env).locale()).toEqual(locale)
  })

  test.each([
    [{ KURA_LANGUAGE: 'de' }, 'KURA_LANGUAGE: expected "en" or "ja"'],
    [{ KURA_TIMEZONE: 'Tokyo' }, 'KURA_TIMEZONE: expected the IANA name of a time zone'],
  ])('%j is refused', (env, message) => {
    expect(() => readConfig(env).locale()).toThrow(message)
  })
})
