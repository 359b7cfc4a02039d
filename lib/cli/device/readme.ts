/** The text of `README.txt` in the folder of a new device, for the person who sets it up. */
import { catalogue } from '../../core/language/catalogue.ts'

export const ENROLMENT = catalogue('enrolment', {
  readme: {
    en: `This folder sets up the device "{name}".

1. Copy the whole folder to that machine, to the place that is to have the files. Not to a stick, and not
   into a compressed archive.
2. Open the start file of the system:
     Windows  {windows}   (double-click)
     macOS    {macos} (double-click)
     Linux    {linux}     (in a terminal: sh {linux})
3. When it says "syncs three times a day", it is done. It can be opened again at any time.

The first time, the start file asks before it fetches what it runs with (Node, up to 94 MB, for this folder alone).

If the system stops the start file, because it came by download or e-mail:
  Windows  "Windows protected your PC": More info, then Run anyway.
  macOS    "not opened": Done; then System Settings, Privacy & Security, Open Anyway.

This folder can be used until {expires, date, time}, on one machine. After that, and if it was lost, ask
for a new one. Until it was used, keep it as you would keep a password.
`,
    ja: `このフォルダーは、端末「{name}」を設定するためのものです。

1. フォルダー全体を、その端末のファイルを置きたい場所にコピーします。USBメモリーの上や圧縮ファイルの中では使えません。
2. お使いのシステムの開始ファイルを開きます。
     Windows  {windows}   （ダブルクリック）
     macOS    {macos} （ダブルクリック）
     Linux    {linux}     （端末で sh {linux}）
3. 「1日3回、…に同期します」と表示されたら完了です。何度開いてもかまいません。

初回は、実行に必要な Node（最大94 MB、このフォルダーだけで使います）を取得してよいか、開始ファイルが確認します。

ダウンロードやメールで受け取ったために、システムが開始ファイルを止めた場合:
  Windows  「Windows によって PC が保護されました」: 「詳細情報」、「実行」の順に押します。
  macOS    「開けません」: 「完了」を押し、「システム設定」の「プライバシーとセキュリティ」で「このまま開く」を押します。

このフォルダーを使えるのは{expires, date, time}まで、1台の端末だけです。期限が過ぎたときや紛失したときは、新しいものを
依頼してください。使い終わるまでは、パスワードと同じように大切に扱ってください。
`,
  },
})
