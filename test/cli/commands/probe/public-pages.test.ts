import { expect, test } from 'vitest'
import { publicPages } from '../../../../lib/cli/commands/probe/probe.ts'

test('publicPages() are those of the console, and no others', () => {
  expect(publicPages(['distribution', 'accounting', 'admin', 'registrar'])).toEqual([])
  const console = publicPages(['console'])
  expect(console.filter(({ open }) => open).map(({ path, open }) => [path, open])).toEqual([
    ['/console/sign-in', ['GET']],
    ['/console/enrol', ['GET']],
  ])
  const methods = ['GET', 'POST']
  expect(console).toContainEqual({
    path: '/console/authorize',
    methods: expect.arrayContaining(methods),
    pages: methods,
  })
})
