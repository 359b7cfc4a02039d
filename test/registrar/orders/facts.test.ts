import { describe, expect, test } from 'vitest'
import { createRequestDeps } from '../../../lib/registrar/deps.ts'
import { createRegistrarWorld } from '../../helpers/remotes/registrar.ts'

const DOMAIN = 'example.com'

describe('a probe for required fields', () => {
  const rows = [
    { name: 'that was refused is no purchase', stray: false, keys: [] },
    {
      name: 'that was refused is told of if an attempt without its claim may have bought the domain',
      stray: true,
      keys: [`registrar/stray/${DOMAIN}/lost`],
    },
  ]
  test.each(rows)('$name', async ({ stray, keys }) => {
    const { deps, registrar } = await createRegistrarWorld()
    const { purchases } = createRequestDeps(deps)
    const name = purchases.nameOf(DOMAIN)
    const by = 'hana'
    const act = { digest: '0', operation: 'probe-1', by, lease: 1_000, flags: [] }
    await purchases.claims.request(name, act)
    const settle = (operation: string, state: 'refused' | 'unknown') =>
      purchases.claims.settle(name, { operation, outcome: { state, reason: 'x' }, by })
    await settle('probe-1', 'refused')
    if (stray) await settle('lost', 'unknown')
    expect((await registrar.matters()).notices.map(({ key }) => key)).toEqual(keys)
  })
})
