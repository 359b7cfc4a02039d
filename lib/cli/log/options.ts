/** Reads the company's roots and release keys, for the commands about exports. */
import type { Command, OptionValues } from '@commander-js/extra-typings'
import type { Root } from '../../core/release/schema.ts'
import { readChain } from '../../publishing/keys/roots.ts'
import type { CliContext } from '../context.ts'
import { type PublisherOptions, publisherFolders } from '../publish/release-dir.ts'

/** Adds the options that choose the trusted roots. */
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

/**
 * Reads the company's chain of roots, starting with the first one.
 * @throws AppError `root_invalid`
 */
export async function readRoots(context: CliContext, options: PublisherOptions): Promise<Root[]> {
  const chain = await readChain(publisherFolders(context, options).releaseDir)
  return chain.map(({ root }) => root)
}
