/** Which modules the files of `lib/core/signatures/` need, as the bundler sees it. */
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

/** Returns the project's files in the bundle of `file`, and the modules outside of it. */
async function bundled(file: string): Promise<{ inputs: string[]; external: string[] }> {
  const { metafile } = await build({
    entryPoints: [`lib/core/signatures/${file}`],
    absWorkingDir: resolve(import.meta.dirname, '../../..'),
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  const external = Object.values(metafile.outputs).flatMap(output => output.imports.map(({ path }) => path))
  return { inputs: Object.keys(metafile.inputs), external }
}

test('authenticator.ts loads no package and no adapter of the store', async () => {
  const { external, inputs } = await bundled('authenticator.ts')
  expect(external.filter(path => !path.startsWith('node:'))).toEqual([])
  const files = inputs.filter(file => !file.startsWith('lib/core/signatures/'))
  const own = [
    'errors',
    'http/body',
    'json/json',
    'store/stopped',
    'store/store',
    'store/update',
    'work/time-left',
  ]
  expect(files.sort()).toEqual(own.map(name => `lib/core/${name}.ts`))
})

test('sign.ts needs nothing but node:crypto', async () => {
  expect(new Set((await bundled('sign.ts')).external)).toEqual(new Set(['node:crypto']))
})
