/**
 * Names that a release spells in another way than the one before. To most disks of Windows and macOS `Docs/a.md` and
 * `docs/a.md` are one file: it neither leaves nor comes.
 */
import { foldPath } from '../../core/release/path.ts'
import type { Manifest } from '../../core/release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import { leavingFolders, leavingPaths, neededFolders, type PlanFacts } from './plan.ts'

/** What kura has installed, spelled as in `target` if that is the same file or folder on this disk. */
export function respell(
  { installed, folders }: Pick<PlanFacts, 'installed' | 'folders'>,
  target: Manifest,
  { disk }: { readonly disk: Pick<Disk, 'isSame'> },
): Pick<PlanFacts, 'installed' | 'folders'> {
  const needed = neededFolders(target)
  const leaving = [...leavingPaths(installed, target), ...leavingFolders(folders, needed)]
  // mostly nothing leaves
  if (leaving.length === 0) return { installed, folders }
  const names = [...target.files.map(({ path }) => path), ...needed]
  const byFold = new Map(names.map(name => [foldPath(name), name]))
  const others = leaving.flatMap(path => {
    const other = byFold.get(foldPath(path))
    return other !== undefined && disk.isSame(path, other) ? [[path, other] as const] : []
  })
  const spelled = new Map(others)
  return {
    installed: new Map([...installed].map(([path, sha256]) => [spelled.get(path) ?? path, sha256])),
    folders: folders.map(folder => spelled.get(folder) ?? folder),
  }
}
