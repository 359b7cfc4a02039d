import { catalogue } from '../../core/language/catalogue.ts'

export const TERMINAL = catalogue('terminal', {
  unexpected: {
    en: 'unexpected error, please report it',
    ja: '予期しないエラーが発生しました。担当者にお知らせください',
  },
  unusable: { en: 'Cannot use {what} "{value}": {why}', ja: '{what}「{value}」は使えません：{why}' },
  wholeNumber: {
    en: 'expected a whole number from 1 to {largest}',
    ja: '1から{largest}までの整数で指定してください',
  },
  stopped: { en: 'Stopped by Ctrl-C', ja: 'Ctrl-Cで中断しました' },
  noTerminal: {
    en: 'Cannot ask "{question}": there is no terminal',
    ja: '画面がないため「{question}」を尋ねられません',
  },
  byOption: {
    en: 'run the command in a terminal, or give the answer by an option: see --help',
    ja: '端末の画面で実行するか、答えをオプションで指定してください（--help で確認できます）',
  },
  unwritable: { en: 'Cannot write "{path}": {why}', ja: '「{path}」に書き込めません：{why}' },
  otherFile: { en: 'name another file with --out', ja: '--out で別のファイルを指定してください' },
  unreadable: { en: 'Cannot read {what} "{file}": {why}', ja: '{what}「{file}」を読み取れません：{why}' },
  hint: { en: 'hint: {hint}', ja: '対処：{hint}' },
  amount: { en: '{done} of {total}', ja: '{done}/{total}' },
  entries: { en: '{done} of {total} entries', ja: '{done}/{total}件' },
  files: { en: '{done} of {total} files', ja: '{done}/{total}ファイル' },
  paths: { en: '{done} of {total} paths', ja: '{done}/{total}件' },
  pages: { en: '{done} of {total} pages', ja: '{done}/{total}ページ' },
  rows: { en: '{done} of {total} rows', ja: '{done}/{total}行' },
})
