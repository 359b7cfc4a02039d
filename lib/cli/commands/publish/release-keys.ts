import { resolve } from 'node:path'
import { AppError } from '../../../core/errors.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import type { SignedRoot } from '../../../core/release/root.ts'
import type { Root } from '../../../core/release/schema.ts'
import {
  defaultKeyDir,
  type KeyFolder,
  openKeys,
  type PassphraseQuestion,
  type ReleaseKey,
} from '../../../publishing/keys/folder.ts'
import { newest, readChain } from '../../../publishing/keys/roots.ts'
import type { CliContext } from '../../context.ts'
import { type PublisherOptions, publisherFolders } from './release-dir.ts'

const WORDS = catalogue('releaseKeys', {
  open: { en: 'passphrase of the key {keyid}: ', ja: '鍵 {keyid}のパスフレーズ: ' },
  create: {
    en: 'passphrase for the new key {keyid} (empty for none): ',
    ja: '新しい鍵 {keyid}に付けるパスフレーズ（なしにする場合は空欄）: ',
  },
  repeat: { en: 'repeat the passphrase: ', ja: 'パスフレーズをもう一度: ' },
  differ: {
    en: 'Cannot create the key: the two passphrases differ',
    ja: '鍵を作れません：2回のパスフレーズが異なります',
  },
  rerun: { en: 'run the command again', ja: 'コマンドを再実行してください' },
})

type Say = (text: Phrase) => string

/**
 * The passphrase of the keys is KURA_PASSPHRASE. If this is unset, a person types the passphrase: once to open a key,
 * twice for a new key. With `plain`, or after an empty answer, a new key gets no passphrase.
 */
export function keyFolderOf(
  context: CliContext,
  dir: string | undefined,
  { plain = false, say = english }: { plain?: boolean; say?: Say } = {},
): KeyFolder {
  return {
    dir: dir === undefined ? defaultKeyDir(context.config.configHome) : resolve(context.cwd, dir),
    async passphrase(question) {
      if (question.purpose === 'new key' && plain) return undefined
      if (context.config.passphrase) return context.config.passphrase
      if (question.purpose === 'new key') return askTwice(context, question, say)
      return context.ask(say(phrase(WORDS.open, { keyid: shortKeyid(question.keyid) })), { hidden: true })
    },
  }
}

async function askTwice(
  context: CliContext,
  { keyid }: PassphraseQuestion,
  say: Say,
): Promise<string | undefined> {
  const question = say(phrase(WORDS.create, { keyid: shortKeyid(keyid) }))
  const first = await context.ask(question, { hidden: true })
  if (first === '') return undefined
  const second = await context.ask(say(phrase(WORDS.repeat)), { hidden: true })
  if (first === second) return first
  throw new AppError('usage', say(phrase(WORDS.differ)), { hint: say(phrase(WORDS.rerun)) })
}

export interface Signer {
  readonly chain: readonly SignedRoot[]
  readonly root: Root
  readonly keys: readonly ReleaseKey[]
}

/** @throws AppError `root_invalid`, `release_key` */
export async function openSigner(context: CliContext, options: PublisherOptions): Promise<Signer> {
  const { releaseDir, keyDir } = publisherFolders(context, options)
  const chain = await readChain(releaseDir)
  const { root } = newest(chain, releaseDir)
  const keyids = Object.keys(root.keys)
  const keys = await openKeys(keyFolderOf(context, keyDir), { keyids, needed: root.threshold })
  return { chain, root, keys }
}

/** The beginning of a key id, long enough to distinguish keys. */
export function shortKeyid(keyid: string): string {
  return keyid.slice(0, 12)
}
