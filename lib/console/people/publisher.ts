import { AppError } from '../../core/errors.ts'
import { deploymentOf } from '../../core/passkey/vouching.ts'
import { openReleaseFolder } from '../../core/release/folder/folder.ts'
import { readRoot } from '../../core/release/root.ts'
import type { Root } from '../../core/release/schema.ts'
import type { ConsoleCore } from '../core.ts'

export interface Publisher {
  /** The digest of the first root, which names this deployment. */
  readonly deployment: string
  /** The newest root, whose keys may vouch. */
  readonly root: Root
  /** All roots, the newest last. */
  readonly roots: readonly Root[]
  /** The time at which the release was made, in ISO 8601. The newest root was in use then. */
  readonly since: string
}

/** @throws AppError `release_missing`, `release_invalid`, `root_invalid` */
export async function publisherOf({ config }: Pick<ConsoleCore, 'config'>): Promise<Publisher> {
  const { pointer, stored } = openReleaseFolder(config.releaseDir).current()
  const envelopes = (await stored()).roots.map(({ envelope }) => envelope)
  const deployment = deploymentOf(envelopes)
  const roots = envelopes.map(envelope => readRoot(envelope).root)
  const root = roots.at(-1)
  if (deployment === undefined || !root)
    throw new AppError('release_missing', 'Cannot name this deployment: its release has no root', {
      hint: 'publish a release: kura publish',
    })
  return { deployment, root, roots, since: pointer.created }
}
