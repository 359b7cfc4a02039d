import { describe, expect, test } from 'vitest'
import {
  hostExists,
  PRIVATE_ADDRESS,
  type Resolve,
  resolveByDns,
  resolveGuarded,
} from '../../../lib/move/visit/connection.ts'

const to =
  (...addresses: string[]): Resolve =>
  async (_host, port) => ({ addresses, port })

describe('resolveGuarded()', () => {
  test('gives the addresses of a public name', async () => {
    const resolved = await resolveGuarded('h.example', 443, { resolve: to('8.8.8.8'), allowPrivate: false })
    expect(resolved).toEqual({ addresses: ['8.8.8.8'], port: 443 })
  })

  test.each([['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::1']])(
    'refuses a name that resolves to %s %s',
    async (...addresses) => {
      const resolving = resolveGuarded('h.example', 443, { resolve: to(...addresses), allowPrivate: false })
      await expect(resolving).rejects.toMatchObject({ code: PRIVATE_ADDRESS })
    },
  )

  test('accepts them if they are allowed', async () => {
    const resolved = await resolveGuarded('h.example', 80, { resolve: to('10.0.0.1'), allowPrivate: true })
    expect(resolved.addresses).toEqual(['10.0.0.1'])
  })

  test('an address given as the name is checked too', async () => {
    const resolving = resolveGuarded('127.0.0.1', 80, { resolve: resolveByDns, allowPrivate: false })
    await expect(resolving).rejects.toMatchObject({ code: PRIVATE_ADDRESS })
  })
})

describe('hostExists()', () => {
  const fails =
    (code: string): Resolve =>
    async () => {
      throw Object.assign(new Error('no answer'), { code })
    }
  const rows = [
    { name: 'a name that resolves exists', resolve: to('8.8.8.8'), want: true },
    { name: 'a name that does not resolve is missing', resolve: fails('ENOTFOUND'), want: false },
    { name: 'a name server that does not answer is no proof', resolve: fails('EAI_AGAIN'), want: true },
  ]
  test.each(rows)('$name', async ({ resolve, want }) => {
    expect(await hostExists('h.example', { resolve, allowPrivate: false })).toBe(want)
  })

  test('refuses a private address with a word about the option', async () => {
    const existing = hostExists('h.example', { resolve: to('10.0.0.1'), allowPrivate: false })
    await expect(existing).rejects.toMatchObject({
      code: 'usage',
      hint: expect.stringContaining('--allow-private'),
    })
  })
})
