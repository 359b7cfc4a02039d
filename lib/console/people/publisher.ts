/** The publisher as the host knows it: the chain of roots in the deployed release. */

import type { Core } from '../../app/core.ts'
import { AppError } from '../../core/errors.ts'
import { deploymentOf } from '../../core/passkey/vouching.ts'
import { openReleaseFolder } from '../../core/release/folder/folder.ts'
import { readRoot } from '../../core/release/root.ts'
import type { Root } from '../../core/release/schema.ts'

export interface Publisher {
  /** The digest of the first root, which names this deployment. */
  readonly deployment: string
  /** The newest root, whose keys may vouch. */
  readonly root: Root
}

/** Returns the publisher. @throws AppError `release_missing`, `release_invalid`, `root_invalid` */
export async function publisherOf({ config }: Pick<Core, 'config'>): Promise<Publisher> {
  const { roots } = await openReleaseFolder(config.releaseDir).current().stored()
  const deployment = deploymentOf(roots.map(({ envelope }) => envelope))
  const newest = roots.at(-1)
  if (deployment === undefined || !newest)
    throw new AppError('release_missing', 'Cannot name this deployment: its release has no root', {
      hint: 'publish a release: kura publish',
    })
  return { deployment, root: readRoot(newest.envelope).root }
}
