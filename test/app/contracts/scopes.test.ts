/** The scopes of all contracts. Only this test notices an endpoint whose scope is too weak. */
import { describe, expect, test } from 'vitest'
import { SERVICES } from '../../../lib/app/contracts/services.ts'
import { SCOPES } from '../../../lib/core/signatures/keys.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { routesOf } from '../../helpers/host/service-routes.ts'

const ENDPOINTS = SERVICES.flatMap(({ name: service, contract }) =>
  Object.entries(contract.endpoints).map(([name, endpoint]) => ({
    name: `${service}.${name}`,
    service,
    ...endpoint,
  })),
)

/** The endpoints that receive a decision or a statement of a person. */
const APPROVED = [
  'admin.confirmStore',
  'admin.finishNotice',
  'accounting.freeReceipt',
  'accounting.releaseCase',
  'accounting.freeCase',
  'accounting.confirmFirstDeal',
  'registrar.release',
  'registrar.nameOrder',
  'registrar.closeDeadline',
  'chat.resolve',
]

test('a decision of a person, and nothing else, needs the scope approve', () => {
  const approved = ENDPOINTS.filter(({ scope, writeScope }) => [scope, writeScope].includes('approve'))
  expect(
    approved.map(({ name }) => name),
    'a decision of a person has a row in APPROVED of this file',
  ).toEqual(APPROVED)
})

/** The other acts that need a passkey on the console. */
const ACTS = [
  'admin.enrol',
  'admin.changeRevocation',
  'authorization.keepAuthorization',
  'people.invite',
  'people.revoke',
  'people.vouch',
  'registrar.requiredFields',
  'registrar.buy',
  'chat.deliver',
]

test('a decision of a person, what buys, and who may call at all needs an approval on the console', () => {
  const marked = ENDPOINTS.filter(({ approval }) => approval).map(({ name }) => name)
  const rows = 'an act that needs a passkey has a row in ACTS of this file, and `approval` in its contract'
  expect(marked.toSorted(), rows).toEqual([...APPROVED, ...ACTS].toSorted())
})

test('no key that only reads reaches an endpoint that is no GET', () => {
  const done = ENDPOINTS.filter(({ method, scope, writeScope = scope }) => {
    return method !== 'GET' && writeScope.endsWith('.read')
  })
  expect(
    done.map(({ name }) => name),
    'a quote reserves and buys nothing',
  ).toEqual(['registrar.quote'])
})

describe('every scope but approve, all at once', () => {
  const rows = ENDPOINTS.filter(({ name }) => APPROVED.includes(name) && !name.startsWith('accounting.'))
  const others = SCOPES.filter(scope => scope !== 'approve')

  test.each(rows)('is not enough for $name', async ({ service, method, path }) => {
    const { call } = await serveFunction(await routesOf(service))
    const at = path.replaceAll(/\{\w+\}/g, 'example.com')
    const response = await call(at, { method, scopes: others })
    const body = (await response.json()) as { code: string; hint: string }
    expect([response.status, body.code]).toEqual([403, 'scope_missing'])
    expect(body.hint).toMatch(/kura key issue NAME --scope approve$/)
  })
})
