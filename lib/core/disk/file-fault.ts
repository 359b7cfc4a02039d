import { catalogue, phrase } from '../language/catalogue.ts'
import { english } from '../language/text.ts'
import type { Phrase, Reason } from '../phrase.ts'

const WORDS = catalogue('file', {
  missing: { en: 'there is no such file or folder', ja: 'ファイルまたはフォルダーがありません' },
  notFolder: {
    en: 'a part of its path is a file, expected a folder',
    ja: '途中にフォルダーではなくファイルがあります',
  },
  folder: { en: 'it is a folder, expected a file', ja: 'ファイルではなくフォルダーです' },
  forbidden: { en: 'you are not permitted to', ja: '権限がありません' },
  readOnly: { en: 'the disk is read-only', ja: 'ディスクが読み取り専用です' },
  full: { en: 'the disk is full', ja: 'ディスクがいっぱいです' },
  special: {
    en: 'it is a pipe, a socket or a device, expected a file',
    ja: '普通のファイルではありません（パイプ、ソケット、デバイス）',
  },
})

const FAULTS: Readonly<Record<string, Phrase>> = {
  ENOENT: phrase(WORDS.missing),
  ENOTDIR: phrase(WORDS.notFolder),
  EISDIR: phrase(WORDS.folder),
  EACCES: phrase(WORDS.forbidden),
  EPERM: phrase(WORDS.forbidden),
  EROFS: phrase(WORDS.readOnly),
  ENOSPC: phrase(WORDS.full),
  ENXIO: phrase(WORDS.special),
}

/** Returns the reason in words. An unknown code gives the message of the error. */
export function fileReason(error: unknown): Reason {
  if (!(error instanceof Error)) return String(error)
  return FAULTS[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message
}

export function fileFault(error: unknown): string {
  return english(fileReason(error))
}
