/** One store of compiled code for all copies of the project. */
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Links `folder/compiled` to the compiled code that all copies of the project share; the copy is `folder/kura`. Returns
 * the settings for a process of the copy. Node finds a module's code by the module's path relative to `compiled`, which
 * is the same for each copy.
 */
export async function sharedCompileCache(folder: string): Promise<Record<string, string>> {
  const { NODE_COMPILE_CACHE: own } = process.env
  if (own === undefined) return {}
  const [shared, link] = [`${own}-in-copies`, join(folder, 'compiled')]
  await mkdir(shared, { recursive: true })
  await symlink(shared, link)
  return { NODE_COMPILE_CACHE: link, NODE_COMPILE_CACHE_PORTABLE: '1' }
}
