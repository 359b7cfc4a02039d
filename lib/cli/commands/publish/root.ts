import { type Command, Option, type OptionValues } from '@commander-js/extra-typings'
import { AppError } from '../../../core/errors.ts'
import {
  addRootKey,
  createRoot,
  type RootChange,
  type RootOptions,
  rotateRoot,
} from '../../../publishing/keys/roots.ts'
import type { CliContext } from '../../context.ts'
import type { OptionsOf } from '../../operator/options.ts'
import { momentText } from '../../terminal/moment.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import { publisherFolders } from './release-dir.ts'
import { keyFolderOf, shortKeyid } from './release-keys.ts'

export function registerRoot(command: Command, context: CliContext): void {
  const root = command.description(
    'the root document: which keys may sign releases, and how many of them must',
  )
  withOptions(root.command('init'))
    .description('create the first root with one new key')
    .option('--spare', 'with a second key, which can sign alone if the first is lost')
    .option('--replace', 'if all keys are lost: begin anew, and enrol each device again')
    .option('--development', 'a root for trying out, which a production deployment refuses')
    .action(async options => {
      const { development, spare, replace } = options
      const change = await createRoot({ ...optionsOf(context, options), development, spare, replace })
      const enrol = '; then enrol each device again: kura enrol NAME --force'
      show(context, { options, change, next: `kura publish${replace ? enrol : ''}` })
    })
  withOptions(root.command('rotate'))
    .description('replace a key by a new one, or add one; the old keys and the new one sign the root')
    .option(
      '--key <keyid>',
      'the key to replace, or the beginning of its id; needed if there are several keys',
    )
    .addOption(new Option('--add', 'replace none: add the new key').conflicts('key'))
    .option(
      '--threshold <n>',
      'with --add: how many keys must sign from now on (default: unchanged)',
      wholeNumber('--threshold'),
    )
    .action(async options => {
      const given = optionsOf(context, options)
      const { add, key: keyid, threshold } = options
      if (threshold !== undefined && !add)
        throw new AppError('usage', 'Cannot use --threshold without --add: replacing a key keeps it')
      const change = add ? await addRootKey({ ...given, threshold }) : await rotateRoot({ ...given, keyid })
      const deploy = 'kura publish, commit and deploy'
      show(context, { options, change, next: add ? deploy : `${deploy}; then destroy the retired key` })
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

type Options = OptionsOf<typeof withOptions<[], Record<never, never>>>

function optionsOf(context: CliContext, { release, keys, days, passphrase }: Options): RootOptions {
  const { releaseDir, keyDir } = publisherFolders(context, { release, keys })
  return { releaseDir, keys: keyFolderOf(context, keyDir, { plain: !passphrase }), now: context.now(), days }
}

function show(
  context: CliContext,
  { options, change, next }: { options: Options; change: RootChange; next: string },
): void {
  const { root, created, spare, retired } = change
  const output = context.output(options)
  const keyids = Object.keys(root.keys)
  output.result({
    version: root.version,
    threshold: root.threshold,
    keys: keyids,
    expires: root.expires,
    created: created.keyid,
    keyFile: created.file,
    spareFile: spare?.file,
    retired,
  })
  const expires = momentText(root.expires, context.config.locale().timezone)
  const kind = root.development ? 'development root' : 'root'
  output.line(
    `created ${kind} ${root.version}: ${root.threshold} of ${keyids.length} keys must sign, expires ${expires}`,
  )
  output.line(
    `new key ${shortKeyid(created.keyid)} in ${created.file}${spare ? '' : ': keep a copy of this file in a safe place'}`,
  )
  if (spare)
    output.line(
      `second key ${shortKeyid(spare.keyid)} in ${spare.file}: move this file to a place away from this machine, such as a stick in a safe; it can sign alone if the first key is lost`,
    )
  if (retired) output.line(`retired key ${shortKeyid(retired)}`)
  output.line(`next: ${next}`)
}
