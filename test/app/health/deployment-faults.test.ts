import { expect, test } from 'vitest'
import { deploymentFaults } from '../../../lib/app/health/deployment-faults.ts'
import { settingIn } from '../../../lib/core/config/faults.ts'
import { english } from '../../../lib/core/language/text.ts'

const SECRET = `1:${'s'.repeat(43)}`
const NEEDED = {
  KURA_URL: 'https://kura.example',
  KURA_SECRETS: SECRET,
  KURA_SEAL_KEYS: SECRET,
  CRON_SECRET: 'c'.repeat(43),
}

/** Returns only the faults, by section. */
function faults(env: Record<string, string>) {
  const found = deploymentFaults(env).filter(({ missing, invalid }) => missing.length + invalid.length > 0)
  return Object.fromEntries(
    found.map(({ section, missing, invalid }) => [
      section,
      [...missing, ...invalid.map(fault => `!${settingIn(english(fault)).replace(/,.*/, '')}`)],
    ]),
  )
}

test.each([
  ['nothing is wrong', NEEDED, {}],
  [
    'nothing is set: every missing setting',
    {},
    { signing: ['KURA_SECRETS', 'KURA_URL'], sealKeys: ['KURA_SEAL_KEYS'], cron: ['CRON_SECRET'] },
  ],
  [
    'a missing setting does not hide a wrong one of the same section',
    { ...NEEDED, ACCOUNTING_CLIENT_ID: 'id', ACCOUNTING_BASE_URL: 'x', ACCOUNTING_WRITES: 'yes' },
    { accounting: ['ACCOUNTING_CLIENT_SECRET', '!ACCOUNTING_BASE_URL', '!ACCOUNTING_WRITES'] },
  ],
  [
    'several wrong settings of several sections',
    {
      ...NEEDED,
      KURA_SECRETS: 'x',
      KURA_AUTHORITIES: 'https://x',
      KURA_TIMEZONE: 'Mars',
      KURA_LANGUAGE: 'xx',
    },
    { signing: ['!KURA_AUTHORITIES', '!KURA_SECRETS'], locale: ['!KURA_LANGUAGE', '!KURA_TIMEZONE'] },
  ],
  [
    'a webhook that is no web address',
    { ...NEEDED, KURA_NOTICES_WEBHOOK: 'ftp://nonsense' },
    { noticesWebhook: ['!KURA_NOTICES_WEBHOOK'] },
  ],
  [
    'caps that purchases need, and a wrong one',
    {
      ...NEEDED,
      REGISTRAR_TOKEN: 't',
      REGISTRAR_TEAM_ID: 't',
      REGISTRAR_PURCHASES: 'on',
      REGISTRAR_CAP_DAY: '1.5',
    },
    { registrar: ['REGISTRAR_CAP_ORDER', 'REGISTRAR_CAP_MONTH', '!REGISTRAR_CAP_DAY'] },
  ],
  [
    'two bot tokens that are wrong, and the server',
    { ...NEEDED, CHAT_BOT_TOKENS: 'Bot a,b', CHAT_GUILD_ID: 'x' },
    { chat: ['!CHAT_BOT_TOKENS', '!CHAT_GUILD_ID'] },
  ],
])('deploymentFaults(): %s', (_name, env, want) => {
  expect(faults(env)).toEqual(want)
})

test('no fault quotes a value', () => {
  const text = JSON.stringify(
    deploymentFaults({ ...NEEDED, KURA_SECRETS: '1:hidden', CHAT_BOT_TOKENS: 'hidden' }),
  )
  expect(text).not.toContain('hidden')
})

const EVERY_SECRET = {
  ...NEEDED,
  UPSTASH_REDIS_REST_URL: 'https://store.example',
  UPSTASH_REDIS_REST_TOKEN: 'token',
  KURA_NOTICES_WEBHOOK: 'https://hooks.example/kura',
  ACCOUNTING_CLIENT_ID: 'id',
  ACCOUNTING_CLIENT_SECRET: 'secret',
  REGISTRAR_TOKEN: 'token',
  REGISTRAR_TEAM_ID: 'team',
  CHAT_BOT_TOKENS: `MQ.A.${'A'.repeat(20)}`,
  CHAT_GUILD_ID: '1',
}
const SECRETS: readonly (readonly [string, keyof typeof EVERY_SECRET])[] = [
  ['signing', 'KURA_SECRETS'],
  ['sealKeys', 'KURA_SEAL_KEYS'],
  ['cron', 'CRON_SECRET'],
  ['store', 'UPSTASH_REDIS_REST_TOKEN'],
  ['noticesWebhook', 'KURA_NOTICES_WEBHOOK'],
  ['accounting', 'ACCOUNTING_CLIENT_SECRET'],
  ['registrar', 'REGISTRAR_TOKEN'],
  ['chat', 'CHAT_BOT_TOKENS'],
]
test.each(SECRETS.flatMap(([section, name]) => ['\n', '\r\n', ' '].map(end => ({ section, name, end }))))(
  'a line break or a space behind $name is named',
  ({ section, name, end }) => {
    expect(faults(EVERY_SECRET)).toEqual({})
    expect(faults({ ...EVERY_SECRET, [name]: `${EVERY_SECRET[name]}${end}` })).toEqual({
      [section]: [`!${name}`],
    })
  },
)

test('a line break behind the token of the other name is named', () => {
  const { UPSTASH_REDIS_REST_TOKEN: _, UPSTASH_REDIS_REST_URL: url, ...rest } = EVERY_SECRET
  const other = { ...rest, KV_REST_API_URL: url, KV_REST_API_TOKEN: 'token\n' }
  expect(faults(other)).toEqual({ store: ['!KV_REST_API_TOKEN'] })
})
