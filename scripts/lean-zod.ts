/** Leaves out of a bundle what it does not use of zod. */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/**
 * `import { z }` bundles the whole of zod, including every language of its messages; `import * as z` is the same object
 * and lets the bundler leave out what is not used.
 */
export const leanZod: Plugin = {
  name: 'lean-zod',
  setup(plugin) {
    plugin.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { contents: text.replace("import { z } from 'zod'", "import * as z from 'zod'"), loader: 'ts' }
    })
  },
}
