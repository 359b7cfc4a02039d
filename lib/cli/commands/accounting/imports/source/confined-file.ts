import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join, posix, sep, win32 } from 'node:path'
import type { AppError } from '../../../../../core/errors.ts'
import { catalogue, phrase } from '../../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../../core/language/phrase-error.ts'
import { asInWindows31j } from '../../../../../core/language/windows-31j.ts'
import type { Phrase, Reason } from '../../../../../core/phrase.ts'

const WORDS = catalogue('import.files', {
  cannot: { en: 'Cannot use the file "{path}": {why}', ja: 'ファイル「{path}」を使えません：{why}' },
  notFile: { en: 'it is not a file', ja: 'ファイルではありません' },
  empty: { en: 'it is empty', ja: '中身が空です' },
  tooLarge: {
    en: 'it has {size} bytes, at most {limit}',
    ja: '大きすぎます（{size}バイト、上限{limit}バイト）',
  },
  missing: { en: 'it is not there', ja: '見つかりません' },
  link: { en: 'it is a link, or a folder on the way is', ja: 'リンクか、リンクのフォルダーの中にあります' },
  closed: { en: 'it cannot be opened', ja: '開けません' },
  absolute: { en: 'its path is absolute', ja: 'フォルダーの先頭からのパスです' },
  relative: {
    en: 'name it by its path from the folder of the table',
    ja: '表のあるフォルダーからのパスを書いてください',
  },
  outside: {
    en: 'its path leads out of the folder of the table',
    ja: '表のあるフォルダーの外を指しています',
  },
  noName: { en: 'it is not the name of a file', ja: 'ファイル名ではありません' },
})

export interface ConfinedFile {
  readonly root: string
  readonly path: string
}

/**
 * Reads the file, at most `limit` bytes. Absolute paths, `..` and links are refused, because another person may have
 * written the table.
 * @throws AppError `usage`, also if the file is empty
 */
export async function readConfined(
  file: ConfinedFile,
  { limit, hint }: { limit: number; hint: Reason },
): Promise<Uint8Array<ArrayBuffer>> {
  const handle = await openConfined(file)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw cannotUse(file, phrase(WORDS.notFile))
    if (stats.size === 0) throw cannotUse(file, phrase(WORDS.empty))
    if (stats.size > limit)
      throw cannotUse(file, phrase(WORDS.tooLarge, { size: stats.size, limit }), { hint })
    return new Uint8Array(await handle.readFile())
  } finally {
    await handle.close()
  }
}

async function openConfined(file: ConfinedFile) {
  let path = file.root
  for (const segment of segmentsOf(file)) {
    path = join(path, await entryOf(path, segment))
    const stats = await lstat(path).catch(cause => {
      throw cannotUse(file, phrase(WORDS.missing), { cause })
    })
    if (stats.isSymbolicLink()) throw cannotUse(file, phrase(WORDS.link))
  }
  // since the check, the last segment may have been replaced by a link
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  return open(path, flags).catch(cause => {
    throw cannotUse(file, phrase(WORDS.closed), { cause })
  })
}

/** Returns the folder's own spelling of `name`, because a Mac (NFD) and a Shift_JIS table spell names differently. */
async function entryOf(folder: string, name: string): Promise<string> {
  const entries = await readdir(folder).catch((): string[] => [])
  if (entries.includes(name)) return name
  const [own, other] = entries.filter(entry => savedName(entry) === savedName(name))
  return own === undefined || other !== undefined ? name : own
}

function savedName(name: string): string {
  return asInWindows31j(name.normalize('NFC'))
}

function segmentsOf(file: ConfinedFile): string[] {
  const { path } = file
  if (posix.isAbsolute(path) || win32.isAbsolute(path) || /^[a-z]:/i.test(path))
    throw cannotUse(file, phrase(WORDS.absolute), { hint: phrase(WORDS.relative) })
  const segments = path.split(sep === '/' ? '/' : /[\\/]/)
  if (segments.includes('..')) throw cannotUse(file, phrase(WORDS.outside))
  const plain = segments.filter(segment => segment !== '' && segment !== '.')
  if (plain.length === 0 || path.includes('\0')) throw cannotUse(file, phrase(WORDS.noName))
  return plain
}

function cannotUse(
  { path }: ConfinedFile,
  why: Phrase,
  context: { readonly hint?: Reason; readonly cause?: unknown } = {},
): AppError {
  return phraseError('usage', phrase(WORDS.cannot, { path, why }), context)
}
