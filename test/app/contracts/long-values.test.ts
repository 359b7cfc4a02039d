/** A long value in a signed request makes neither a long line of the log nor a long quotation in the answer. */
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { routesOfAccounting } from '../../../lib/app/accounting.ts'
import { routesOfAdmin } from '../../../lib/app/admin.ts'
import { routesOfChat } from '../../../lib/app/chat.ts'
import { SERVICES } from '../../../lib/app/contracts/services.ts'
import { routesOfRegistrar } from '../../../lib/app/registrar.ts'
import { AppError } from '../../../lib/core/errors.ts'
import { SCOPES } from '../../../lib/core/signatures/keys.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { UNREACHABLE } from '../../helpers/http/unreachable.ts'

const LONG = 'あ'.repeat(30_000)
const ENV = {
  KURA_SEAL_KEYS: `1:${Buffer.alloc(32, 9).toString('base64url')}`,
  ACCOUNTING_CLIENT_ID: 'sandbox-client',
  ACCOUNTING_CLIENT_SECRET: 'sandbox-secret',
  ACCOUNTING_BASE_URL: UNREACHABLE,
  ACCOUNTING_TOKEN_URL: `${UNREACHABLE}/token`,
  REGISTRAR_TOKEN: 'sandbox-registrar-token',
  REGISTRAR_TEAM_ID: 'team_sandbox',
  REGISTRAR_BASE_URL: UNREACHABLE,
  CHAT_BOT_TOKENS: `${Buffer.from('1573859097055330305').toString('base64url')}.sandbo.${'x'.repeat(27)}`,
  CHAT_GUILD_ID: '1573859097055330304',
  CHAT_BASE_URL: UNREACHABLE,
}

const ENDPOINTS = SERVICES.filter(({ name }) =>
  ['admin', 'activity', 'accounting', 'registrar', 'chat'].includes(name),
).flatMap(({ contract }) =>
  Object.entries(contract.endpoints).flatMap(([name, { method, path, body }]) =>
    body ? [{ name, method, path: path.replaceAll(/{[a-z]+}/gi, '1'), contract }] : [],
  ),
)

test.each(ENDPOINTS)('$method $path', async ({ name, method, path, contract }) => {
  const { call, lines } = await serveFunction(
    core => [
      ...routesOfAdmin(core),
      ...routesOfAccounting(core),
      ...routesOfRegistrar(core),
      ...routesOfChat(core),
    ],
    { env: ENV },
  )
  const schemas: Readonly<Record<string, { readonly body?: z.ZodType }>> = await contract.schemas()
  const shape = (schemas[name]?.body as { shape?: object } | undefined)?.shape ?? {}
  const [some = 'name', ...more] = Object.keys(shape)
  const bodies = [
    { [LONG]: 1 },
    { [some]: LONG },
    Object.fromEntries([some, ...more].map(member => [member, LONG.slice(0, 20_000)])),
    { [some]: [LONG] },
    LONG,
  ]
  for (const body of bodies) {
    // a refusal before the body is read ends the connection
    const response = await call(path, { method, body: JSON.stringify(body), scopes: SCOPES }).catch(
      () => undefined,
    )
    const { error = '' } = ((await response?.json()) ?? {}) as { error?: string }
    expect(error).not.toContain('あ'.repeat(201))
  }
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(JSON.stringify(line).length).toBeLessThan(10_000)
})

describe('the message of an error', () => {
  const rows = [
    { name: 'a short one stays', text: 'Cannot use "a": expected b', want: 'Cannot use "a": expected b' },
    {
      name: 'each quotation is cut',
      text: `Cannot use "${'a'.repeat(201)}" as "${'b'.repeat(300)}": no`,
      want: `Cannot use "${'a'.repeat(200)}…" as "${'b'.repeat(200)}…": no`,
    },
    {
      name: 'and so is what is full of quotes',
      text: `Cannot use "${'a"'.repeat(9_000)}"`,
      want: /^Cannot use .{3989}…$/,
    },
  ]
  test.each(rows)('$name', ({ text, want }) => {
    const { message } = new AppError('bad_request', text)
    if (typeof want === 'string') expect(message).toBe(want)
    else expect(message).toMatch(want)
  })
})
