import { AppError } from '../../core/errors.ts'
import { catalogue, phrase } from '../../core/language/catalogue.ts'
import { english } from '../../core/language/text.ts'
import type { Phrase } from '../../core/phrase.ts'

export const INSTALL_FAILURES = catalogue('failure.install', {
  brokenProgram: {
    en: 'Cannot install release {version}: its device program {problem}',
    ja: 'リリース {version}を導入できません：含まれている端末プログラムが動きません（{problem}）',
  },
  blocks: { en: '"{at}" blocks the path', ja: '「{at}」が妨げになっています' },
  file: { en: 'there is a file', ja: 'ファイルがあります' },
  folder: { en: 'there is a folder', ja: 'フォルダーがあります' },
  notStarting: { en: 'does not start here: {why}', ja: 'この端末で起動しません：{why}' },
  endless: { en: 'it does not end', ja: '終了しません' },
  ended: { en: 'it ends at once', ja: 'すぐに終了します' },
  noVersion: { en: 'does not print its version', ja: 'バージョンを表示しません' },
  ofRelease: { en: 'that of the release {problem}', ja: 'リリースのもの：{problem}' },
  notStaged: { en: 'its content is no longer staged', ja: '取得済みの内容がなくなっています' },
})

export const INSTALL_HINTS = catalogue('hint.install', {
  both: { en: '{hint}; {remark}', ja: '{hint}。{remark}' },
  asBefore: {
    en: 'the files on this device are as they were before',
    ja: 'この端末のファイルは元のままです',
  },
  continues: { en: 'kura continues at the next sync', ja: '次回の同期で続きを行います' },
  notRestored: {
    en: 'kura could not restore everything yet and continues at the next sync',
    ja: 'まだ元に戻せていないファイルがあります。次回の同期で続きを行います',
  },
  heldBack: {
    en: 'kura could not restore everything yet and continues at the next sync, because another program has "{path}" open: close it there',
    ja: '「{path}」がほかのプログラムで開かれているため、まだ元に戻せていないファイルがあります。閉じてください。次回の同期で続きを行います',
  },
  inPlace: {
    en: 'kura could not restore everything yet and continues at the next sync, because "{path}" is {obstacle}: move it away',
    ja: '「{path}」は、{obstacle}。そのため、まだ元に戻せていないファイルがあります。別の場所に移してください。次回の同期で続きを行います',
  },
  startingProgram: {
    en: 'ask the publisher for a release with a device program that starts here; the files on this device are unchanged',
    ja: 'この端末で動く端末プログラムを含むリリースを担当者に依頼してください。この端末のファイルは変わっていません',
  },
})

/** The error with a remark after its hint. */
export function withHint(error: AppError, remark: Phrase, cause: unknown = error.cause): AppError {
  const { code, message, phrase: about, hint, hintPhrase = hint } = error
  const both = hintPhrase === undefined ? remark : phrase(INSTALL_HINTS.both, { hint: hintPhrase, remark })
  return new AppError(code, message, {
    hint: english(both),
    hintPhrase: both,
    ...(about && { phrase: about }),
    cause,
  })
}
