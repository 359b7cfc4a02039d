import { expect, test } from 'vitest'
import { publicPages } from '../../../lib/cli/probe/public-pages.ts'

test('publicPages() are those of the console and those that authorize, and no others', () => {
  const path = '/api/accounting/authorize'
  const methods = ['GET', 'DELETE', 'POST', 'PUT']
  expect(publicPages(['distribution', 'accounting', 'admin'])).toEqual([
    { path, methods, pages: ['GET'] },
    { path: `${path}/callback`, methods, pages: ['GET'] },
    { path: `${path}/confirm`, methods, pages: ['GET', 'POST'] },
  ])
  expect(publicPages(['distribution', 'registrar'])).toEqual([])
  const console = publicPages(['console'])
  expect(console.filter(({ open }) => open).map(({ path, open }) => [path, open])).toEqual([
    ['/console/sign-in', ['GET']],
    ['/console/enrol', ['GET']],
  ])
  expect(console.map(({ path }) => path)).toContain('/console')
})
