/** Checks the expiry of the newest root: devices install no release of an expired root. */
import { AppError } from '../core/errors.ts'
import type { Manifest, Root } from '../core/release/schema.ts'

type LivingRoot = Pick<Root, 'version' | 'expires'>

const FIX = 'kura root rotate, then kura publish'

/** @throws AppError `root_invalid` if the root has expired at `now`; `act` is what cannot be done then */
export function refuseExpiredRoot(
  { version, expires }: LivingRoot,
  { act, now }: { act: 'publish' | 'deploy'; now: number },
): void {
  if (Date.parse(expires) > now) return
  throw new AppError('root_invalid', `Cannot ${act}: root ${version} expired on ${expires}`, {
    hint: `devices install nothing that it signed: run ${FIX}`,
  })
}

/** A warning if the root expires before the release that it signs. */
export function earlyEndWarning(
  { version, expires }: LivingRoot,
  manifest: Pick<Manifest, 'version' | 'expires'>,
): string | undefined {
  if (Date.parse(expires) >= Date.parse(manifest.expires)) return undefined
  return `root ${version} expires on ${expires}, before release ${manifest.version} does (${manifest.expires}): run ${FIX}`
}
