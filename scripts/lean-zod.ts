/** Leaves out of a bundle what it does not use of zod. */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/**
 * The text of a module. `import { z }` bundles the whole of zod, including every language of its messages; `import * as z`
 * is the same object and lets the bundler leave out what is not used.
 */
export async function readLean(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  return text.replace(/import \{ z \} from '(zod|zod\/mini)'/, "import * as z from '$1'")
}

export const leanZod: Plugin = {
  name: 'lean-zod',
  setup(plugin) {
    plugin.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({ contents: await readLean(path), loader: 'ts' }))
  },
}
