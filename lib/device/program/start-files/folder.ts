import { catalogue } from '../../../core/language/catalogue.ts'
import type { Locale } from '../../../core/language/language.ts'
import { sayIn } from '../../../core/language/text.ts'
import type { Credentials } from '../../../core/release/schema.ts'
import { ENROLMENT as ENROLMENT_FILE } from '../../disk/layout.ts'
import { START_FILES, type StartFacts } from '../start-file.ts'
import { shellStartFile } from './shell.ts'
import { windowsStartFile, windowsWordFiles } from './windows.ts'

export interface FolderFile {
  /** The relative path, with `/`. */
  readonly path: string
  readonly content: string | Buffer
  /** Set if a person starts the file, which must then be executable. */
  readonly runs?: true
}

export function startFiles(start: StartFacts): FolderFile[] {
  const shell = shellStartFile(start)
  return [
    { path: START_FILES.windows, content: windowsStartFile(start) },
    { path: START_FILES.macos, content: shell, runs: true },
    { path: START_FILES.linux, content: shell, runs: true },
    ...[...windowsWordFiles(start)].map(([path, content]) => ({ path, content })),
  ]
}

/** `expires` is in milliseconds since the epoch. */
export function readmeFile({ name, expires }: { name: string; expires: number }, locale: Locale): FolderFile {
  const text = sayIn(locale)(ENROLMENT.readme, { name, expires, ...START_FILES })
  // with the byte order mark and CRLF line ends, the editor of Windows reads the text as UTF-8
  return { path: 'README.txt', content: `\ufeff${text}`.replaceAll('\n', '\r\n') }
}

export function enrolmentFile(enrolment: Credentials): FolderFile {
  return { path: ENROLMENT_FILE, content: `${JSON.stringify(enrolment, null, 2)}\n` }
}

const ENROLMENT = catalogue('enrolment', {
  readme: {
    en: `This folder sets up the device "{name}".

1. Copy the whole folder to that machine, to the place that is to have the files: a folder of your own, such as
     Windows  C:\\Users\\YOUR NAME\\kura
     macOS    ~/kura (in your home folder)
     Linux    ~/kura
   Not to a stick, not into a compressed archive, not into OneDrive, iCloud or another folder that is shared
   between machines (on many PCs Desktop and Documents are in OneDrive), and on macOS not to Desktop,
   Documents or Downloads. Not directly to C:\\ either, because other users can write there.
2. Open the start file of the system:
     Windows  {windows}   (double-click)
     macOS    {macos} (double-click)
     Linux    {linux}     (in a terminal: sh {linux})
3. When it says "syncs three times a day", it is done. It can be opened again at any time.

The first time, the start file asks before it fetches what it runs with (Node, up to 94 MB, for this folder alone).
Nothing has to be installed, and no administrator is needed.

What the system may show, because the folder came by download or e-mail:
  Windows  "Windows protected your PC": More info, then Run anyway.
           "Open File - Security Warning": Run.
  Windows in S mode runs no start file: use another PC, or ask for help.
  macOS    "not opened": Done; then System Settings, Privacy & Security, Open Anyway.
           "Background Items Added" (or "sh can run in the background"): this is the sync. Leave it switched on in
           System Settings, General, Login Items & Extensions.

If {windows} or kura-device.mjs is missing, a mail filter or a virus scanner has removed it: ask for the
folder on another way. If it disappears later, restore it from the quarantine of the virus scanner.

This folder can be used until {expires, date, time}, on one machine. After that, and if it was lost, ask
for a new one. Each machine needs its own. Until it was used, keep it as you would keep a password.
`,
    ja: `このフォルダーは、端末「{name}」を設定するためのものです。

1. フォルダー全体を、その端末のファイルを置きたい場所にコピーします。ご自分専用のフォルダーにしてください。例:
     Windows  C:\\Users\\ユーザー名\\kura
     macOS    ~/kura（ホームフォルダーの中）
     Linux    ~/kura
   USBメモリー、圧縮ファイル、OneDriveやiCloudなど複数の端末で共有されるフォルダーは使えません（多くのPCでは、
   デスクトップとドキュメントはOneDriveの中にあります）。macOSでは、デスクトップ、書類、ダウンロードも避けてください。
   Cドライブの直下も、ほかのユーザーが書き込めるため使えません。
2. お使いのシステムの開始ファイルを開きます。
     Windows  {windows}   （ダブルクリック）
     macOS    {macos} （ダブルクリック）
     Linux    {linux}     （端末で sh {linux}）
3. 「1日3回、…に同期します」と表示されたら完了です。何度開いてもかまいません。

初回は、実行に必要な Node（最大94 MB、このフォルダーだけで使います）を取得してよいか、開始ファイルが確認します。
ほかにインストールするものはなく、管理者の権限も要りません。

ダウンロードやメールで受け取ったために、システムが表示することがあるもの:
  Windows  「Windows によって PC が保護されました」: 「詳細情報」、「実行」の順に押します。
           「開いているファイル - セキュリティの警告」: 「実行」を押します。
  SモードのWindowsでは、開始ファイルを実行できません。別のPCを使うか、担当者に相談してください。
  macOS    「開けません」「開かれませんでした」: 「完了」を押し、「システム設定」の「プライバシーとセキュリティ」で
           「このまま開く」を押します。
           「バックグラウンド項目が追加されました」（「sh」と表示されることがあります）: 同期のことです。
           「システム設定」の「一般」、「ログイン項目と機能拡張」でオンのままにしてください。

{windows}や kura-device.mjs がない場合は、メールのフィルターやウイルス対策ソフトが削除しています。別の方法で
フォルダーを受け取ってください。後から消えた場合は、ウイルス対策ソフトの隔離から元に戻してください。

このフォルダーを使えるのは{expires, date, time}まで、1台の端末だけです。端末ごとに専用のフォルダーが必要です。
期限が過ぎたときや紛失したときは、新しいものを依頼してください。使い終わるまでは、パスワードと同じように大切に
扱ってください。
`,
  },
})
