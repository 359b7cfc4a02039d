import { describe, expect, test } from 'vitest'
import { createBearerAuthenticator } from '../../../lib/core/signatures/bearer.ts'

const SECRET = 'a-secret-of-the-test'
const CALLER = { keyid: 'cron', name: 'cron', scopes: ['cron'] }
const authenticator = createBearerAuthenticator({ secret: SECRET, caller: CALLER })

const ADDRESS = 'https://kura.example/api/cron/refresh'

const asked = async (authorization?: string) => {
  const request = new Request(ADDRESS, authorization ? { headers: { authorization } } : {})
  const { caller } = await authenticator.authenticate(request, new URL(ADDRESS))
  return caller
}

describe('createBearerAuthenticator()', () => {
  test('lets the caller in who knows the secret', async () => {
    expect(await asked(`Bearer ${SECRET}`)).toEqual(CALLER)
  })

  const rows = [
    { name: 'no Authorization', given: undefined, code: 'signature_missing' },
    { name: 'another scheme', given: `Basic ${SECRET}`, code: 'signature_malformed' },
    { name: 'no secret', given: 'Bearer ', code: 'signature_malformed' },
    { name: 'another secret', given: 'Bearer another', code: 'signature_invalid' },
    {
      name: 'the beginning of the secret',
      given: `Bearer ${SECRET.slice(0, -1)}`,
      code: 'signature_invalid',
    },
    { name: 'more than the secret', given: `Bearer ${SECRET}x`, code: 'signature_invalid' },
    {
      name: 'the secret in other letters',
      given: `Bearer ${SECRET.toUpperCase()}`,
      code: 'signature_invalid',
    },
    { name: 'two secrets', given: `Bearer ${SECRET} ${SECRET}`, code: 'signature_malformed' },
  ]
  test.each(rows)('refuses $name', async ({ given, code }) => {
    await expect(asked(given)).rejects.toMatchObject({ code })
  })

  test('says nothing of what was sent', async () => {
    const error: unknown = await asked('Bearer what-was-sent').catch((thrown: unknown) => thrown)
    expect(JSON.stringify(error) + String(error)).not.toContain('what-was-sent')
  })
})
