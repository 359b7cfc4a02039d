/** Opens the folder of the publisher's keys; a person is asked for the passphrases. */
import { resolve } from 'node:path'
import { AppError } from '../../core/errors.ts'
import { defaultKeyDir, type KeyFolder, type PassphraseQuestion } from '../../publishing/keys/folder.ts'
import type { CliContext } from '../context.ts'

/**
 * Returns the key folder `dir`, by default the user's own. The passphrase is KURA_PASSPHRASE; if that is unset, a
 * person types the passphrase on the terminal: once for an encrypted key, twice for a new key (nothing for a key
 * without a passphrase). With `plain`, a new key gets no passphrase.
 */
export function keyFolderOf(
  context: CliContext,
  dir: string | undefined,
  { plain = false }: { plain?: boolean } = {},
): KeyFolder {
  return {
    dir: dir === undefined ? defaultKeyDir(context.config.configHome) : resolve(context.cwd, dir),
    async passphrase(question) {
      if (question.purpose === 'new key' && plain) return undefined
      if (context.config.passphrase) return context.config.passphrase
      return question.purpose === 'new key' ? askTwice(context, question) : askOnce(context, question)
    },
  }
}

async function askOnce(context: CliContext, { keyid }: PassphraseQuestion): Promise<string> {
  return context.ask(`passphrase of the key ${shortKeyid(keyid)}: `, { hidden: true })
}

async function askTwice(context: CliContext, { keyid }: PassphraseQuestion): Promise<string | undefined> {
  const first = await context.ask(`passphrase for the new key ${shortKeyid(keyid)} (empty for none): `, {
    hidden: true,
  })
  if (first === '') return undefined
  const second = await context.ask('repeat the passphrase: ', { hidden: true })
  if (first === second) return first
  throw new AppError('usage', 'Cannot create the key: the two passphrases differ', {
    hint: 'run the command again',
  })
}

/** Returns the beginning of a keyid, long enough to distinguish keys. */
export function shortKeyid(keyid: string): string {
  return keyid.slice(0, 12)
}
