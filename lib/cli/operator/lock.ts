import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { AppError } from '../../core/errors.ts'
import type { CliContext } from '../context.ts'
import { writePrivateFile } from '../terminal/private-file.ts'
import { type OperatorKey, openKey, readOperatorKey, usualKeyFile } from './key-file.ts'
import { lockSecret } from './locked-key.ts'
import type { OptionsOf } from './options.ts'

const lockCommand = (key: Command, context: CliContext) =>
  key
    .command('lock')
    .argument('[file]', 'the key file', usualKeyFile(context))
    .description('seal a key file with a passphrase, which each command then asks for on the terminal')
    .option('--undo', 'open the file for good: the passphrase is asked for once more')
    .option('--json', 'print only the result, as JSON: the keyid, the file, and whether it is locked')

export function registerLock(key: Command, context: CliContext): void {
  lockCommand(key, context).action((file, options) =>
    changeLock(resolve(context.cwd, file), options, context),
  )
}

/** @throws AppError `usage` if the file has no key, is locked (or unlocked) already, or if the passphrases differ */
async function changeLock(
  file: string,
  { undo, json }: OptionsOf<typeof lockCommand>,
  context: CliContext,
): Promise<void> {
  const key = await readOperatorKey(file)
  const locked = 'locked' in key
  if (locked !== (undo === true)) throw unchanged(file, locked)
  const open = await openKey({ key, file }, context)
  const next = undo ? open : await lock(open, context)
  await writePrivateFile(file, `${JSON.stringify(next, null, 2)}\n`, { replace: true })
  const output = context.output({ json })
  output.line(
    undo
      ? `the key "${key.keyid}" is open again: ${file}`
      : `the key "${key.keyid}" is locked: each command asks for its passphrase; nothing can recover a lost one`,
  )
  output.result({ keyid: key.keyid, file, locked: undo !== true })
}

async function lock({ url, keyid, secret }: OperatorKey, context: CliContext) {
  const passphrase = await context.ask(`new passphrase of the key "${keyid}": `, { hidden: true })
  if (passphrase === '')
    throw new AppError('usage', `Cannot lock the key "${keyid}" without a passphrase`, {
      hint: 'type a passphrase of several words',
    })
  const again = await context.ask('the passphrase again: ', { hidden: true })
  if (again !== passphrase)
    throw new AppError('usage', `Cannot lock the key "${keyid}": the passphrases differ`, {
      hint: 'run it again',
    })
  return { url, keyid, locked: lockSecret(secret, { passphrase, keyid }) }
}

function unchanged(file: string, locked: boolean): AppError {
  return locked
    ? new AppError('usage', `Cannot lock "${file}": it is locked`, { hint: 'to open it for good: --undo' })
    : new AppError('usage', `Cannot open "${file}": it is not locked`, {
        hint: 'to lock it, leave --undo out',
      })
}
