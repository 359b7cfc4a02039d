import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

test('the function loads no package before a body arrives, and nothing that publishes', () => {
  const visited = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string) => {
    if (visited.has(file) || !existsSync(file)) return
    visited.add(file)
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type\b)[^;]*?from '([^']+)'/gm,
    )) {
      if (specifier.startsWith('.')) visit(resolve(dirname(file), specifier))
      else if (!specifier.startsWith('node:')) packages.add(specifier)
    }
  }
  visit(resolve(import.meta.dirname, '../../../../api/distribution.ts'))
  expect([...visited].filter(file => file.endsWith('/service.ts'))).toEqual([])
  // the function loads this module when it knows the caller
  visit(resolve(import.meta.dirname, '../../../../lib/app/functions/distribution.ts'))
  expect([...packages]).toEqual([])
  const loaded = (path: string) => [...visited].filter(file => file.includes(path))
  expect(loaded('/lib/services/distribution/answer.ts')).toHaveLength(1)
  expect(loaded('/lib/publishing/')).toEqual([])
})
