/** What a file of `lib/core/signatures/` needs, as the bundler sees it. */
import { resolve } from 'node:path'
import { build } from 'esbuild'

/** The project's files that go into the bundle of `file`, and the modules that stay outside of it. */
export async function bundled(file: string): Promise<{ inputs: string[]; external: string[] }> {
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
