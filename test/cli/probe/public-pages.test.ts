import { expect, test } from 'vitest'
import { publicPages } from '../../../lib/cli/probe/public-pages.ts'

test('publicPages() are those that authorize the accounting service, and no others', () => {
  const path = '/api/accounting/authorize'
  const methods = ['GET', 'DELETE', 'POST', 'PUT']
  expect(publicPages(['distribution', 'accounting', 'admin'])).toEqual([
    { path, methods, pages: ['GET'] },
    { path: `${path}/callback`, methods, pages: ['GET'] },
    { path: `${path}/confirm`, methods, pages: ['GET', 'POST'] },
  ])
  expect(publicPages(['distribution', 'registrar'])).toEqual([])
})
