import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { messageOf } from '../../../lib/core/errors.ts'
import { LastingFault } from '../../../lib/core/store/store.ts'
import { update } from '../../../lib/core/store/update.ts'
import { openUpstashStore } from '../../../lib/core/store/upstash.ts'
import { upstashFault } from '../../../lib/core/store/upstash-fault.ts'
import { type Answer, startAnsweringServer } from '../../helpers/http/answering-server.ts'
import { startBridge } from '../../helpers/redis/bridge.ts'

const SECRET = 'a-secret-value'
const TOKEN = 'a-secret-token'
const TEXT = { parse: (text: string) => text, format: (text: string) => text }

describe('an error', () => {
  const rows: { name: string; answer: Answer; reason: string }[] = [
    {
      name: 'the command refused, quoted',
      answer: body => ({ status: 400, body: JSON.stringify({ error: `ERR unknown command ${body}` }) }),
      reason: 'refused: the command failed',
    },
    {
      name: 'the token refused',
      answer: () => ({ status: 401, body: '{"error":"Unauthorized"}' }),
      reason: 'refused: it refuses the token',
    },
    {
      name: 'the record too large',
      answer: () => ({
        status: 400,
        body: '{"error":"ERR max request size exceeded. Limit: 1048576 bytes"}',
      }),
      reason: 'refused: the record is larger than the database accepts in one request',
    },
    {
      name: 'the plan used up',
      answer: () => ({ status: 400, body: '{"error":"ERR max daily request limit exceeded. Limit: 10000"}' }),
      reason: 'refused: the request limit of its plan is reached',
    },
    {
      name: 'the database full',
      answer: () => ({
        status: 400,
        body: '{"error":"OOM command not allowed when used memory > maxmemory"}',
      }),
      reason: 'refused: the database is full',
    },
    {
      name: 'a gateway that echoes',
      answer: body => ({ status: 502, body: `<h1>Bad gateway</h1>${body}` }),
      reason: 'gave an answer that is not JSON',
    },
    {
      name: 'an answer of another shape, with the value',
      answer: body => ({ status: 200, body: JSON.stringify({ result: [body] }) }),
      reason: 'gave an unexpected answer',
    },
    {
      name: 'an empty object',
      answer: () => ({ status: 200, body: '{}' }),
      reason: 'gave an unexpected answer',
    },
    { name: 'null', answer: () => ({ status: 200, body: 'null' }), reason: 'gave an unexpected answer' },
    {
      name: 'an error in an answer that is fine otherwise',
      answer: body => ({ status: 200, body: JSON.stringify({ error: `ERR ${body}` }) }),
      reason: 'refused: the command failed',
    },
  ]
  test.each(rows)('says why and quotes nothing that was sent: $name', async ({ answer, reason }) => {
    const { url } = await startAnsweringServer(answer)
    const error = await failure({ url, token: TOKEN })
    expect(messageOf(error)).toBe(`Cannot write the record "a": the store at Upstash ${reason}`)
  })

  const AGAIN = /^try again in a moment/
  const TOKEN_AGAIN = /^copy the token again, .* UPSTASH_REDIS_REST_TOKEN, then deploy$/
  const RESTORE = /^restore the database at Upstash/
  test.each([
    [401, 'Unauthorized', TOKEN_AGAIN],
    [401, 'WRONGPASS invalid or missing auth token', TOKEN_AGAIN],
    [401, 'NOAUTH Authentication required.', TOKEN_AGAIN],
    [400, "NOPERM this user has no permissions to run the 'eval' command", /^copy the token that may write/],
    [
      400,
      'ERR max daily request limit exceeded. Limit: 10000, Usage: 10001.',
      /upgrade .* until the day ends/,
    ],
    [400, 'ERR max requests limit exceeded. Limit: 500000, Usage: 500000.', /upgrade .* until the month/],
    [400, 'ERR DB capacity quota exceeded', /^upgrade the plan of the database at Upstash$/],
    [400, 'ERR max single record size exceeded', /^send less in one call/],
    [400, 'ERR max concurrent connections exceeded', AGAIN],
    [404, 'ERR database not found', RESTORE],
    [400, 'ERR database is archived due to inactivity', RESTORE],
    [400, 'ERR unknown command', AGAIN],
  ])(
    'answer %i "%s" has its own hint, and only what a moment mends is repeated',
    async (status, said, hint) => {
      const { url, headers } = await startAnsweringServer(() => ({
        status,
        body: JSON.stringify({ error: said }),
      }))
      const error = await failure({ url, token: TOKEN })
      expect(error).toHaveProperty('hint', expect.stringMatching(hint))
      expect(error).toHaveProperty('hintPhrase.id', expect.stringMatching(/^storeHint\./))
      expect(error instanceof LastingFault).toBe(hint !== AGAIN)
      expect(headers.length).toBe(1)
      if (hint === AGAIN) return
      const store = openUpstashStore({ url, token: TOKEN })
      const transition = () => ({ write: 'x', result: undefined })
      const written = update(store, { key: 'a', format: TEXT, transition })
      await expect(written).rejects.toBeInstanceOf(LastingFault)
      expect(headers.length).toBe(2)
    },
  )

  test('of a name that no server has says that the database may be gone', () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    const fault = upstashFault('read', new TypeError('fetch failed', { cause }))
    expect(fault).toBeInstanceOf(LastingFault)
    expect(fault).toMatchObject({
      message: expect.stringContaining('(ENOTFOUND)'),
      hint: expect.stringMatching(RESTORE),
    })
  })

  test('of the network says its code and quotes nothing that was sent', async () => {
    const bridge = await startBridge()
    bridge.inject({ kind: 'refuse' })
    const error = await failure({ url: bridge.url, token: bridge.token })
    expect(messageOf(error)).toMatch(/could not be reached \([A-Z_]+\)$/)
    expect(error).toHaveProperty('cause', expect.any(Error))
  })

  test('of a token that is no header value quotes nothing that was sent', async () => {
    const error = await failure({ url: 'http://127.0.0.1:1', token: `${TOKEN}\u0000` })
    expect(messageOf(error)).toMatch(/could not be called$/)
  })

  test('of a key that is not ours says so', async () => {
    const bridge = await startBridge()
    await bridge.command('RPUSH', 'kura:record:a', 'x')
    const error = await failure(bridge)
    expect(messageOf(error)).toMatch(/a key under "kura:" has a value that kura did not write$/)
  })

  test('of the address is settings_invalid', () => {
    expect(() => openUpstashStore({ url: 'https://?', token: TOKEN })).toThrow(
      expect.objectContaining({ code: 'settings_invalid' }),
    )
  })
})

/**
 * Returns the error of a swap that must fail; neither its texts nor those of its causes may contain the sent values.
 */
async function failure(settings: { url: string; token: string }): Promise<unknown> {
  const swap = openUpstashStore(settings).swap('a', undefined, { value: SECRET, version: 'v1' })
  const error = await swap.then(
    () => undefined,
    reason => reason,
  )
  expect(error).toMatchObject({ code: 'store_unavailable' })
  const told = inspect(error, { depth: 20, showHidden: true })
  for (const secret of [SECRET, TOKEN, settings.token, Buffer.from(SECRET).toString('base64'), 'redis.call'])
    expect(told).not.toContain(secret)
  return error
}
