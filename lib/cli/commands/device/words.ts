import { catalogue } from '../../../core/language/catalogue.ts'

export const SYNC = catalogue('sync', {
  counts: {
    en: 'installed {installed} of {expected}, indexed {indexed}, release {release}',
    ja: 'リリース {release}：{expected}件のうち{installed}件を導入済み、索引に{indexed}件',
  },
  completed: { en: 'completed an interrupted installation', ja: '中断していた導入を完了しました' },
  undone: { en: 'undid an interrupted installation', ja: '中断していた導入を取り消しました' },
  added: { en: 'added {path}', ja: '追加：{path}' },
  updated: { en: 'updated {path}', ja: '更新：{path}' },
  repaired: { en: 'repaired {path}', ja: '修復：{path}' },
  removed: { en: 'removed {path}', ja: '削除：{path}' },
  more: { en: '{count} more', ja: 'ほか{count}件' },
  replaced: {
    en: 'replaced {path}, which was changed here: its content was kept as {copy}',
    ja: '置換：{path}（この端末で変更されていたため、変更後の内容を{copy}に残しました）',
  },
  kept: {
    en: 'kept {path}, which is no longer in the release but was changed here',
    ja: '保持：{path}（配布対象から外れましたが、この端末で変更されていたため残しました）',
  },
  program: {
    en: 'replaced this program; the previous one is {previous}',
    ja: '端末プログラムを更新しました（以前のもの：{previous}）',
  },
  index: { en: 'updated the index', ja: '索引を更新しました' },
  nothing: { en: 'nothing had changed', ja: '変更はありませんでした' },
  warning: { en: 'warning: {warning}', ja: '注意：{warning}' },
  unfinished: {
    en: 'an installation was interrupted: the next sync completes or undoes it',
    ja: '導入が中断されています。次回の同期で完了するか、元に戻します',
  },
})

export const PROGRAM = catalogue('program', {
  usage: {
    en: `kura-device: fetch, verify and install the current release on this device

  install [--dir DIRECTORY]           sync, then sync three times a day from now on
  uninstall [--dir DIRECTORY]         do not sync by itself any more; the files stay
  sync [--dir DIRECTORY] [--json]     DIRECTORY is what kura enrol made; default: .
  status [--dir DIRECTORY] [--json]

In the folder of a device, its start file does the same: {start}`,
    ja: `kura-device：最新のリリースを取得し、検証して、この端末に導入します

  install [--dir DIRECTORY]           同期して、以後も1日3回同期します
  uninstall [--dir DIRECTORY]         自動同期をやめます（ファイルは残ります）
  sync [--dir DIRECTORY] [--json]     DIRECTORYはkura enrolで作ったフォルダーです（既定：.）
  status [--dir DIRECTORY] [--json]

端末のフォルダーでは、開始ファイルで同じことができます：{start}`,
  },
  unreadable: { en: 'Cannot read the command: {reason}', ja: 'コマンドを読み取れません：{reason}' },
  unknown: { en: 'there is no command "{words}"', ja: '「{words}」というコマンドはありません' },
  stopped: { en: 'Stopped by Ctrl-C', ja: 'Ctrl-Cで中止しました' },
})
