/** The files of api/ and the rows of vercel.json: what the table of functions and the contracts say. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { provideDeps } from '../../lib/app/core.ts'
import { fileOf, hostRows } from '../../scripts/functions/generate.ts'
import { FUNCTION_NAMES, methodsOfFunction } from '../../scripts/functions/table.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test.each(FUNCTION_NAMES)('%s allows the methods of its contract', async name => {
  provideDeps({ env: {}, log: () => undefined })
  const { default: served } = await import(`../../api/${name}.ts`)
  const answer = await served.fetch(new Request(`https://kura.example/api/${name}`, { method: 'PATCH' }))
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, methodsOfFunction(name).join(', ')])
})

test('npm run functions has made the files of api/', () => {
  expect(readdirSync(join(ROOT, 'api')).sort()).toEqual(FUNCTION_NAMES.map(name => `${name}.ts`).sort())
  for (const name of FUNCTION_NAMES) expect(read(`api/${name}.ts`)).toBe(fileOf(name))
})

test('npm run functions has made the rows of vercel.json', () => {
  const { functions, rewrites } = JSON.parse(read('vercel.json'))
  expect({ functions, rewrites }).toEqual(hostRows())
})
