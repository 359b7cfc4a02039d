import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { fileReason } from '../../core/disk/file-fault.ts'
import { readRegular } from '../../core/disk/regular-file.ts'
import type { AppError } from '../../core/errors.ts'
import { parseJson } from '../../core/json/json.ts'
import { catalogue, phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { sayIn } from '../../core/language/text.ts'
import { deriveSecret, formatKeyid, type Scope } from '../../core/signatures/keys.ts'
import { defaultKeyDir } from '../../publishing/keys/folder.ts'
import type { CliContext } from '../context.ts'
import { DEVELOPMENT } from '../development.ts'
import { localeToShow } from '../terminal/wording.ts'
import { lockedSecret, openSecret } from './locked-key.ts'

const WORDS = catalogue('key.file', {
  none: { en: 'Cannot find an operator key', ja: '操作用の鍵が見つかりません' },
  getOne: {
    en: 'npm start leaves one for the local host; for a deployment: kura key issue NAME --scope admin, then --key FILE',
    ja: '練習用の鍵は「npm start」が作ります。公開した環境の鍵：kura key issue --scope admin 名前（その後 --key でファイルを指定）',
  },
  otherHost: {
    en: 'Cannot call "{host}", which KURA_URL names: your key is for "{its}"',
    ja: '「KURA_URL」の「{host}」を呼び出せません：この鍵は「{its}」用です',
  },
  correct: {
    en: 'correct KURA_URL if it should be {url}, or call that host with --key {file}; a key for this host: kura key issue NAME --scope admin --out FILE, then --key FILE',
    ja: '正しいアドレスが{url}なら「KURA_URL」を直すか、--key {file}でそちらを呼び出してください。このアドレスの鍵：kura key issue --scope admin 名前 --out ファイル（その後 --key で指定）',
  },
  passphrase: { en: 'passphrase of the key "{keyid}": ', ja: '鍵「{keyid}」のパスフレーズ：' },
  unreadable: {
    en: 'Cannot read the operator key "{path}": {why}',
    ja: '操作用の鍵「{path}」を読み取れません：{why}',
  },
  nameFile: { en: 'name the file with --key FILE', ja: '--key でファイルを指定してください' },
  unusable: {
    en: 'Cannot use the operator key "{path}": {why}',
    ja: '操作用の鍵「{path}」は使えません：{why}',
  },
  member: { en: 'its member "{field}" is not valid', ja: '「{field}」の値が正しくありません' },
  notObject: { en: 'it is not a JSON object', ja: 'JSONの形が違います' },
  issueAgain: {
    en: 'issue it again: kura key issue NAME --scope admin --out FILE',
    ja: 'もう一度発行してください：kura key issue --scope admin 名前 --out ファイル',
  },
})

const named = { url: z.url(), keyid: z.string() }

const operatorKeySchema = z.strictObject({
  ...named,
  /** The HMAC secret, 32 bytes in base64url. */
  secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
})
export type OperatorKey = z.infer<typeof operatorKeySchema>

const lockedKeySchema = z.strictObject({ ...named, locked: lockedSecret })
export type LockedKey = z.infer<typeof lockedKeySchema>

export interface FoundKey {
  readonly key: OperatorKey | LockedKey
  readonly file: string
}

/** The file that `kura key issue` writes by default. */
export function usualKeyFile(context: CliContext): string {
  return join(dirname(defaultKeyDir(context.config.configHome)), 'operator.json')
}

/** Derives the key of this name and these scopes from the secret of the newest epoch. */
export function deriveKey(
  context: CliContext,
  { name, scopes, url }: { name: string; scopes: readonly Scope[]; url?: string | undefined },
): OperatorKey {
  const [newest] = context.config.secrets()
  const keyid = formatKeyid({ name, scopes, epoch: newest.epoch })
  const secret = deriveSecret(newest.secret, keyid).toString('base64url')
  return { url: url ?? context.config.url(), keyid, secret }
}

/** @throws AppError `settings_missing` */
export function localKey(context: CliContext, scopes: readonly Scope[]): OperatorKey {
  return deriveKey(context, { name: 'local', scopes })
}

/**
 * Returns the key in the file `named`. Without `named`, returns the key in the first of the usual files that is for the
 * host of KURA_URL; if KURA_URL is unset, in the first one.
 * @throws AppError `usage`
 */
export async function findOperatorKey(context: CliContext, named: string | undefined): Promise<FoundKey> {
  const paths = named ? [named] : [join(context.cwd, DEVELOPMENT.operator), usualKeyFile(context)]
  const host = context.env['KURA_URL'] ? new URL(context.config.url()).host : undefined
  const others: FoundKey[] = []
  for (const path of paths.filter(path => named || existsSync(path))) {
    const found = { key: await readOperatorKey(path), file: resolve(context.cwd, path) }
    if (named || !host || host === new URL(found.key.url).host) return found
    others.push(found)
  }
  const own = others.at(-1)
  if (own && host !== undefined) throw ofOtherHost(own, host)
  throw phraseError('usage', phrase(WORDS.none), { hint: phrase(WORDS.getOne) })
}

function ofOtherHost({ key, file }: FoundKey, host: string): AppError {
  const its = new URL(key.url).host
  return phraseError('usage', phrase(WORDS.otherHost, { host, its }), {
    hint: phrase(WORDS.correct, { url: key.url, file }),
  })
}

/** The opened keys, so that a command that calls several services asks for a passphrase once. */
const opened = new WeakMap<CliContext, Map<string, Promise<OperatorKey>>>()

/** @throws AppError `usage` if the passphrase of a locked key is wrong, or there is no terminal */
export function openKey({ key, file }: FoundKey, context: CliContext): Promise<OperatorKey> {
  const known = opened.get(context) ?? new Map<string, Promise<OperatorKey>>()
  opened.set(context, known)
  const open = known.get(file) ?? unlocked(key, context)
  known.set(file, open)
  return open
}

async function unlocked(key: FoundKey['key'], context: CliContext): Promise<OperatorKey> {
  if (!('locked' in key)) return key
  const { url, keyid, locked } = key
  const question = sayIn(localeToShow(context.config))(WORDS.passphrase, { keyid })
  const passphrase = await context.ask(question, { hidden: true })
  return { url, keyid, secret: openSecret(locked, { passphrase, keyid }) }
}

/** @throws AppError `usage` */
export async function readOperatorKey(path: string): Promise<FoundKey['key']> {
  const bytes = await readRegular(path).catch((cause: unknown) => {
    const message = phrase(WORDS.unreadable, { path, why: fileReason(cause) })
    throw phraseError('usage', message, { cause, hint: phrase(WORDS.nameFile) })
  })
  const value = parseJson(bytes.toString())
  const isLocked = typeof value === 'object' && value !== null && 'locked' in value
  const parsed = (isLocked ? lockedKeySchema : operatorKeySchema).safeParse(value)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.')
  const why = field ? phrase(WORDS.member, { field }) : phrase(WORDS.notObject)
  throw phraseError('usage', phrase(WORDS.unusable, { path, why }), { hint: phrase(WORDS.issueAgain) })
}
