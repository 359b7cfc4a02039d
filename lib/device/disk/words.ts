import { catalogue, phrase } from '../../core/language/catalogue.ts'

export const DISK_ACTS = catalogue('failure.disk.act', {
  read: { en: 'read "{path}"', ja: '「{path}」の読み取り' },
  look: { en: 'look at "{path}"', ja: '「{path}」の確認' },
  write: { en: 'write in "{dir}"', ja: '「{dir}」への書き込み' },
  storeRoot: { en: 'store root {version}', ja: 'ルート {version}の保存' },
  install: { en: 'install "{path}"', ja: '「{path}」の導入' },
  restore: { en: 'restore "{path}"', ja: '「{path}」の復元' },
  installRelease: { en: 'install release {version}', ja: 'リリース {version}の導入' },
  complete: { en: 'complete the interrupted installation', ja: '中断した導入の完了' },
  fetch: { en: 'fetch release {version}', ja: 'リリース {version}の取得' },
})

export const DISK_FAILURES = catalogue('failure.disk', {
  refused: { en: 'Cannot {act}: {code}, {reason}', ja: '{act}ができません（{code}：{reason}）' },
  failed: { en: 'Cannot {act}: {why}', ja: '{act}ができません：{why}' },
  notFolder: {
    en: 'Cannot use "{dir}" as the directory of a device: it is not a directory',
    ja: '「{dir}」を端末のフォルダーとして使えません：フォルダーではありません',
  },
  blocked: { en: 'Cannot use "{path}": it is {obstacle}', ja: '「{path}」を使えません：{obstacle}' },
  blockedAbove: {
    en: 'Cannot use "{path}": "{at}" is {obstacle}',
    ja: '「{path}」を使えません：「{at}」は、{obstacle}',
  },
  held: {
    en: 'Cannot use "{path}": it is open in another program',
    ja: '「{path}」を使えません：ほかのプログラムで開かれています',
  },
  busy: {
    en: 'Cannot sync "{dir}": another run is in progress, process {pid}',
    ja: '「{dir}」を同期できません：別の同期が実行中です（プロセス {pid}）',
  },
  busyElsewhere: {
    en: 'Cannot sync "{dir}": another run is in progress, process {pid} on another machine',
    ja: '「{dir}」を同期できません：別の端末で同期が実行中です（プロセス {pid}）',
  },
  lost: {
    en: 'Cannot continue in "{dir}": another run has taken it over',
    ja: '「{dir}」で続行できません：別の同期が引き継ぎました',
  },
  noPlace: {
    en: 'Cannot keep a file of yours: "{folder}" has no place for it',
    ja: 'お使いのファイルを残せません：「{folder}」に置く場所がありません',
  },
  damaged: { en: 'Cannot read "{path}": it is damaged', ja: '「{path}」を読み取れません：破損しています' },
})

export const OBSTACLES = catalogue('failure.disk.obstacle', {
  link: {
    en: 'a symbolic link, which kura does not follow',
    ja: 'シンボリックリンクです（リンクはたどりません）',
  },
  file: { en: 'a file in the place of a folder', ja: 'フォルダーの場所にあるファイルです' },
  special: { en: 'neither a file nor a folder', ja: 'ファイルでもフォルダーでもありません' },
  folder: { en: 'a folder in the place of a file', ja: 'ファイルの場所にあるフォルダーです' },
})

export const DISK_HINTS = catalogue('hint.disk', {
  rights: {
    en: 'give the user that runs kura the right to read and to write there, then sync again',
    ja: 'kuraを実行するユーザーに、その場所の読み取りと書き込みを許可してから、もう一度同期してください',
  },
  readOnly: {
    en: 'the file system is read-only: mount it writable, or use another directory, then sync again',
    ja: '読み取り専用のディスクです。書き込めるようにするか、別のフォルダーを使ってから、もう一度同期してください',
  },
  full: {
    en: 'free space on the disk, then sync again; what was fetched is kept',
    ja: 'ディスクの空きを増やしてから、もう一度同期してください。取得済みの内容は残っています',
  },
  quota: {
    en: 'the disk quota is used up: free space, then sync again; what was fetched is kept',
    ja: 'ディスクの割り当てを使い切っています。空きを増やしてから、もう一度同期してください。取得済みの内容は残っています',
  },
  fileInPlace: {
    en: 'a file is in the place of a folder: move it away, then sync again',
    ja: 'フォルダーの場所にファイルがあります。別の場所に移してから、もう一度同期してください',
  },
  folderInPlace: {
    en: 'a folder is in the place of a file: move it away, then sync again',
    ja: 'ファイルの場所にフォルダーがあります。別の場所に移してから、もう一度同期してください',
  },
  oneDisk: {
    en: 'keep the whole directory of the device on one file system, then sync again',
    ja: '端末のフォルダー全体を1つのディスクに置いてから、もう一度同期してください',
  },
  inUse: {
    en: 'another program uses the file: close it, then sync again',
    ja: 'ほかのプログラムがファイルを使っています。閉じてから、もう一度同期してください',
  },
  manyOpen: {
    en: 'too many files are open: close other programs, then sync again',
    ja: '開いているファイルが多すぎます。ほかのプログラムを閉じてから、もう一度同期してください',
  },
  shorterPath: {
    en: 'move the directory of the device to a shorter path, then sync again',
    ja: '端末のフォルダーをパスの短い場所に移してから、もう一度同期してください',
  },
  check: { en: 'check the disk, then sync again', ja: 'ディスクを確認してから、もう一度同期してください' },
  giveFolder: {
    en: 'give the directory of the device; kura enrol NAME makes one',
    ja: '端末のフォルダーを指定してください。フォルダーは担当者が作ります（kura enrol）',
  },
  moveAway: {
    en: 'move "{path}" away, then sync again',
    ja: '「{path}」を別の場所に移してから、もう一度同期してください',
  },
  moveItAway: { en: 'move it away, then sync again', ja: '別の場所に移してから、もう一度同期してください' },
  close: { en: 'close it there, then sync again', ja: 'そのファイルを閉じてから、もう一度同期してください' },
  wait: {
    en: 'wait until it ends, then sync again; the lock of a run that died is removed by itself',
    ja: '終わるまで待ってから、もう一度同期してください。異常終了した同期のロックは自動で外れます',
  },
  suspended: {
    en: 'this run was suspended for too long, for example by a sleeping computer: sync again when the other run has ended',
    ja: 'スリープなどで長く止まっていました。別の同期が終わってから、もう一度同期してください',
  },
  moveJournal: {
    en: 'move "{journal}" and "{undo}" away, then sync again; files of yours may be in that folder',
    ja: '「{journal}」と「{undo}」を別の場所に移してから、もう一度同期してください。そのフォルダーにお使いのファイルが入っている場合があります',
  },
})

const WORKS = catalogue('work', {
  checking: { en: 'checking', ja: '確認中' },
  fetching: { en: 'fetching', ja: '取得中' },
})

export const CHECKING = phrase(WORKS.checking)
export const FETCHING = phrase(WORKS.fetching)
