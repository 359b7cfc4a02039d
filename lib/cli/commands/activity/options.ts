import type { Command, OptionValues } from '@commander-js/extra-typings'
import { deploymentOf } from '../../../core/passkey/vouching.ts'
import type { Root } from '../../../core/release/schema.ts'
import { readChain } from '../../../publishing/keys/roots.ts'
import type { CliContext } from '../../context.ts'
import { type PublisherOptions, publisherFolders } from '../publish/release-dir.ts'

export function withRootOptions<Args extends unknown[], Opts extends OptionValues>(
  command: Command<Args, Opts>,
) {
  return command
    .option(
      '--release <dir>',
      'the release folder, for its roots (default: KURA_RELEASE_DIR, or the one of this project)',
    )
    .option('--development', 'take the root of the local host, which npm start has made')
}

interface Trusted {
  readonly roots: readonly Root[]
  /** The digest of the first root, by which statements name the deployment; empty if there is no root. */
  readonly deployment: string
}

/** @throws AppError `root_invalid` */
export async function readTrusted(context: CliContext, options: PublisherOptions): Promise<Trusted> {
  const chain = await readChain(publisherFolders(context, options).releaseDir)
  const deployment = deploymentOf(chain.map(({ envelope }) => envelope)) ?? ''
  return { roots: chain.map(({ root }) => root), deployment }
}
