/** Lists the modules that a file of `lib/core/signatures/` needs, with the bundler. */
import { resolve } from 'node:path'
import { build } from 'esbuild'

/** Returns the project's files in the bundle of `file`, and the modules outside of it. */
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
