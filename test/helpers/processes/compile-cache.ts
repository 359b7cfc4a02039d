/** One store of compiled code for all copies of the project. */
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Makes `compiled` in `folder`, in which a copy of the project has the name `kura`, lead to the compiled code of all copies.
 * Returns the settings for a process of the copy: Node finds the code of a module by the way from `compiled` to it.
 */
export async function sharedCompileCache(folder: string): Promise<Record<string, string>> {
  const { NODE_COMPILE_CACHE: own } = process.env
  if (own === undefined) return {}
  const [shared, link] = [`${own}-in-copies`, join(folder, 'compiled')]
  await mkdir(shared, { recursive: true })
  await symlink(shared, link)
  return { NODE_COMPILE_CACHE: link, NODE_COMPILE_CACHE_PORTABLE: '1' }
}
