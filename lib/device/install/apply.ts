/**
 * Brings the files of a device to the release that is trusted and staged: looks, plans, installs. Where nothing is to
 * be done nothing is written.
 */
import { type Counts, countRelease } from '../count.ts'
import { type Found, obstacleError } from '../disk/disk.ts'
import type { ReplacedFile } from '../disk/personal-files.ts'
import { type Seen, survey } from '../disk/scan.ts'
import { isIndexed } from '../index/index-disk.ts'
import type { Session } from '../session.ts'
import type { State } from '../trust/state-file.ts'
import { pinnedDigest, type SignedRelease } from '../trust/trusted-state.ts'
import { install } from './installer.ts'
import { leavingPaths, neededFolders, type Plan, planInstall } from './plan.ts'

/** What was done, as the result of a sync tells it. */
export interface Applied extends Pick<Plan, 'added' | 'updated' | 'repaired' | 'removed' | 'kept'> {
  readonly counts: Counts
  readonly replaced: readonly ReplacedFile[]
  /** Whether anything was written. */
  readonly changed: boolean
}

export function nothingApplied(counts: Counts): Applied {
  return { counts, added: [], updated: [], repaired: [], removed: [], kept: [], replaced: [], changed: false }
}

/**
 * @throws AppError `device_write`, `index_unreadable`; the files of the release before are then whole
 */
export async function apply(
  session: Session,
  { release, seen }: { release: SignedRelease; seen: ReadonlyMap<string, Seen> },
): Promise<Applied> {
  const { disk, state } = session
  const plan = await planFor(session, { release, seen })
  const [obstacle] = plan.obstacles
  if (obstacle) throw obstacleError(obstacle.path, obstacle)
  const next = nextState(session, { release, plan })
  const known = [...(state?.installed ?? []), ...next.installed].map(([path]) => path)
  const index = await disk.look(release.manifest.index.path)
  // a file where its folder has to be is in the plan
  const blocked = index.kind === 'blocked' && index.by === 'file'
  const indexed = !blocked && (await isIndexed(disk, release.manifest, known))
  if (plan.steps.length === 0 && indexed && JSON.stringify(next) === JSON.stringify(state)) {
    return nothingApplied((await countRelease(disk, release.manifest)).counts)
  }
  session.signal?.throwIfAborted()
  const journal = {
    v: 1 as const,
    steps: [...plan.steps],
    next,
    ...(state && { previous: state }),
    makesIndex: index.kind === 'absent',
  }
  return { ...plan, ...(await install(disk, journal)), changed: true }
}

async function planFor(
  { disk, state }: Session,
  { release, seen }: { release: SignedRelease; seen: ReadonlyMap<string, Seen> },
): Promise<Plan> {
  const target = release.manifest
  const installed = new Map(state?.installed)
  const leaving = await survey(disk, leavingPaths(installed, target))
  const found = new Map<string, Found>()
  for (const folder of neededFolders(target)) found.set(folder, await disk.look(folder))
  const folders = state?.folders ?? []
  return planInstall({ target, installed, folders, seen: new Map([...seen, ...leaving]), found })
}

function nextState(
  { credentials, trusted, state }: Session,
  { release, plan }: { release: SignedRelease; plan: Plan },
): State {
  return {
    v: 1,
    pinned: pinnedDigest(credentials.root),
    root: trusted.root.envelope,
    release: release.envelope,
    installed: release.manifest.files.map(({ path, sha256 }): [string, string] => [path, sha256]),
    folders: [...plan.folders],
    sequence: state?.sequence ?? 0,
  }
}
