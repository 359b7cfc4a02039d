/** With KURA_APPROVALS=passkey, a signed key cannot approve. */
import { expect, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { serveFunction } from '../../helpers/functions.ts'

const done = { method: 'POST', body: JSON.stringify({ person: 'Hana', key: 'a', step: 'b' }) }
const scopes = ['admin', 'approve'] as const

test('a key with the scope approve is sent to the console, and its nonce is not spent', async () => {
  const { call, store, url } = await serveFunction(routesOfAdmin, { env: { KURA_APPROVALS: 'passkey' } })
  const response = await call('/api/admin/notices/done', { ...done, scopes })
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({
    code: 'approval_needed',
    hint: `approve it with a passkey: open ${url}/console`,
  })
  expect(store.calls.swap).toBe(0)
  const revocation = { method: 'POST', body: JSON.stringify({ keyid: 'lost:admin:1' }), scopes }
  expect((await call('/api/admin/revocations', revocation)).status).toBe(200)
})

test.each([
  [{}, 404],
  [{ KURA_APPROVALS: 'key' }, 404],
  [{ KURA_APPROVALS: 'passkeys' }, 503],
])('with %j it is answered %i', async (env, status) => {
  const { call } = await serveFunction(routesOfAdmin, { env })
  expect((await call('/api/admin/notices/done', { ...done, scopes })).status).toBe(status)
})
