/** A long value in a signed request leads neither to a long line in the log nor to a long quotation in the answer. */
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { SERVICES } from '../../../lib/app/contracts/services.ts'
import { AppError } from '../../../lib/core/errors.ts'
import { SCOPES } from '../../../lib/core/signatures/keys.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { routesOf } from '../../helpers/host/service-routes.ts'
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

/** The services that this test does not call; it calls each new service. */
const LEFT_OUT = ['distribution', 'authorization', 'journals', 'console', 'people', 'cron']

const ENDPOINTS = SERVICES.filter(({ name }) => !LEFT_OUT.includes(name)).flatMap(
  ({ name: service, contract }) =>
    Object.entries(contract.endpoints).flatMap(([name, { method, path, body }]) =>
      body ? [{ service, name, method, path: path.replaceAll(/{[a-z]+}/gi, '1'), contract }] : [],
    ),
)

test.each(ENDPOINTS)('$method $path', async ({ service, name, method, path, contract }) => {
  const { call, lines } = await serveFunction(await routesOf(service), { env: ENV })
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
    // a refusal before the body is read closes the connection
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
  const long = (text: string) => text.repeat(Math.ceil(5_000 / text.length))
  const unchanged = [
    'Cannot use "a": expected b',
    `Cannot use "${'a'.repeat(150)}" as "${'b'.repeat(150)}" ("c"): there are "d", "e" or [“f”]; no "g".`,
    `Cannot use "a": ${'expected something else, '.repeat(30)}`,
  ]
  test.each(unchanged)('stays as it is: %#', text => {
    expect(new AppError('bad_request', text).message).toBe(text)
  })

  test('each quotation is cut', () => {
    const text = `Cannot use "${'a'.repeat(201)}" as "${'b'.repeat(300)}": no`
    const want = `Cannot use "${'a'.repeat(200)}…" as "${'b'.repeat(200)}…": no`
    expect(new AppError('bad_request', text).message).toBe(want)
  })

  const values = [
    { name: 'quotation marks', value: long('"') },
    { name: 'quotation marks between letters', value: long('a"') },
    { name: 'a few quotation marks', value: 'a"'.repeat(150) },
    { name: 'nested quotations', value: long('he says "hi" and "so "it" is" ') },
    { name: 'quotations that look like those of a message', value: long('" of "') },
    { name: 'typographic quotation marks', value: long('“a” „b” ‘c’ «d» 「e」 ') },
    { name: 'lines', value: long('a\n"b"\r\n') },
    { name: 'lines without quotation marks', value: long('a\n\u2028b\r\n') },
    { name: 'halves of characters', value: long('𠮷"') },
  ]
  test.each(values)('quotes 200 characters of $name', ({ value }) => {
    const { message } = new AppError('bad_request', `Cannot use "${value}" as a name: expected b`)
    const [, quoted] = message.match(/^Cannot use "(.*)…" as a name: expected b$/s) ?? []
    expect(quoted).toBe(value.slice(0, 200).toWellFormed())
  })

  test('one without quotation marks is cut too', () => {
    const { message } = new AppError('bad_request', long('x'))
    expect(message).toBe(`${'x'.repeat(1_000)}…`)
  })
})
