/** `kura root init|rotate|add-key`: the publisher's chain of roots. The private keys never enter the project. */
import type { Command, OptionValues } from '@commander-js/extra-typings'
import {
  addRootKey,
  createRoot,
  type RootChange,
  type RootOptions,
  rotateRoot,
} from '../../publishing/keys/roots.ts'
import type { CliContext } from '../context.ts'
import { momentText } from '../terminal/moment.ts'
import { wholeNumber } from '../terminal/whole-number.ts'
import { publisherFolders } from './release-dir.ts'
import { keyFolderOf, shortKeyid } from './release-keys.ts'

interface Options {
  release?: string
  keys?: string
  days?: number
  passphrase: boolean
  json?: true
}

export function registerRoot(program: Command, context: CliContext): void {
  const root = program
    .command('root')
    .description('the root document: which keys may sign releases, and how many of them must')
  withOptions(root.command('init'))
    .description('create the first root with one new key')
    .option('--development', 'a root for trying out, which a production deployment refuses')
    .action(async (options: Options & { development?: true }) => {
      const { development } = options
      const change = await createRoot({ ...optionsOf(context, options), development })
      show(context, { options, change, next: 'kura publish' })
    })
  withOptions(root.command('rotate'))
    .description('replace a key by a new one; the old keys and the new one sign the root')
    .option(
      '--key <keyid>',
      'the key to replace, or the beginning of its id; needed if there are several keys',
    )
    .action(async (options: Options & { key?: string }) => {
      const change = await rotateRoot({ ...optionsOf(context, options), keyid: options.key })
      show(context, {
        options,
        change,
        next: 'kura publish, commit and deploy; then destroy the retired key',
      })
    })
  withOptions(root.command('add-key'))
    .description('add a new key, and set how many keys must sign')
    .option(
      '--threshold <n>',
      'how many keys must sign from now on (default: unchanged)',
      wholeNumber('--threshold'),
    )
    .action(async (options: Options & { threshold?: number }) => {
      const change = await addRootKey({ ...optionsOf(context, options), threshold: options.threshold })
      show(context, { options, change, next: 'kura publish, commit and deploy' })
    })
}

function withOptions<Args extends unknown[], Opts extends OptionValues>(command: Command<Args, Opts>) {
  return command
    .option('--release <dir>', 'the release folder (default: KURA_RELEASE_DIR, or the one of this project)')
    .option(
      '--keys <dir>',
      'the folder of the release keys, outside the project (default: ~/.config/kura/keys)',
    )
    .option('--days <n>', 'days until the root expires (default: 365)', wholeNumber('--days'))
    .option('--no-passphrase', 'leave the new key unencrypted, without asking')
    .option('--json', 'print the result as JSON')
}

function optionsOf(context: CliContext, { release, keys, days, passphrase }: Options): RootOptions {
  const { releaseDir, keyDir } = publisherFolders(context, { release, keys })
  return {
    releaseDir,
    keys: keyFolderOf(context, keyDir, { plain: !passphrase }),
    now: context.now(),
    days,
  }
}

function show(
  context: CliContext,
  { options, change, next }: { options: Options; change: RootChange; next: string },
): void {
  const { root, created, retired } = change
  const output = context.output(options)
  const keyids = Object.keys(root.keys)
  output.result({
    version: root.version,
    threshold: root.threshold,
    keys: keyids,
    expires: root.expires,
    created: created.keyid,
    keyFile: created.file,
    retired,
  })
  const expires = momentText(root.expires, context.config.locale().timezone)
  const kind = root.development ? 'development root' : 'root'
  output.line(
    `created ${kind} ${root.version}: ${root.threshold} of ${keyids.length} keys must sign, expires ${expires}`,
  )
  output.line(
    `new key ${shortKeyid(created.keyid)} in ${created.file}: keep a copy of this file in a safe place`,
  )
  if (retired) output.line(`retired key ${shortKeyid(retired)}`)
  output.line(`next: ${next}`)
}
