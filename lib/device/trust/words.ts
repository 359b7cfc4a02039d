import { catalogue } from '../../core/language/catalogue.ts'

export const TRUST_FAILURES = catalogue('failure.trust', {
  credentials: { en: 'Cannot use "{file}": {why}', ja: '「{file}」を使えません：{why}' },
  absent: { en: 'it does not exist', ja: 'ファイルがありません' },
  notFile: { en: 'it is not a file', ja: 'ファイルではありません' },
  unreadable: { en: 'it cannot be read', ja: '読み取れません' },
  notJson: { en: 'it is not JSON', ja: 'JSONではありません' },
  field: { en: '"{field}" is missing or not valid', ja: '「{field}」がないか、正しくありません' },
  secret: {
    en: '"secret" is not {bytes} bytes in base64url',
    ja: '「secret」の形式が正しくありません（{bytes}バイトのはずです）',
  },
  address: { en: '"url" does not start with https://', ja: '「url」がhttps://で始まっていません' },
  rootFile: { en: 'Cannot trust "{file}": it is damaged', ja: '「{file}」を信頼できません：破損しています' },
  release: { en: 'Cannot accept the release: {why}', ja: 'リリースを受け入れられません：{why}' },
  signatures: {
    en: 'it is signed by {count} of the keys of root {version}, expected {threshold}',
    ja: 'ルート {version}の鍵のうち{threshold}個の署名が必要ですが、{count}個しかありません',
  },
  manifest: { en: 'its manifest cannot be read at "{at}"', ja: '一覧の「{at}」を読み取れません' },
  twoReleases: {
    en: 'there are two releases of version {version}, and this device has the other one',
    ja: '版 {version}のリリースが2つあり、この端末にはもう一方があります',
  },
  future: {
    en: "release {version} was made on {created}, and this device's clock says {clock}",
    ja: 'リリース {version}の作成日時（{created}）が、この端末の時計（{clock}）より先です',
  },
  badPath: {
    en: 'release {version} has the path {path}: it {problem}',
    ja: 'リリース {version}のパス「{path}」は使えません（{problem}）',
  },
  collision: {
    en: 'release {version} has "{path}" and "{other}": {problem}',
    ja: 'リリース {version}の「{path}」と「{other}」は両立しません（{problem}）',
  },
  heading: {
    en: 'release {version} has an index heading that is not a Markdown heading',
    ja: 'リリース {version}の索引の見出しが正しくありません',
  },
})

export const TRUST_HINTS = catalogue('hint.trust', {
  enrolHere: {
    en: 'make a folder for the device with kura enrol NAME, and run this in it',
    ja: '担当者が作った端末のフォルダーで実行してください（kura enrol）',
  },
  owner: { en: 'run kura as the user that owns the file', ja: 'ファイルの所有者として実行してください' },
  enrolAgain: {
    en: 'enrol the device again: make a new folder for it with kura enrol NAME',
    ja: '端末を登録し直してください。新しいフォルダーを担当者に依頼してください（kura enrol）',
  },
  removeRoot: {
    en: 'remove "{file}" and enrol the device again (kura enrol NAME), so that it starts from the newest root',
    ja: '「{file}」を削除し、最新のルートから始められるように、新しいフォルダーを担当者に依頼してください（kura enrol）',
  },
  clock: {
    en: "ask the publisher for a new release (kura publish); this device's clock says {clock}: correct it if that is wrong",
    ja: '新しいリリースを担当者に依頼してください（kura publish）。この端末の時計は{clock}です。違う場合は合わせてください',
  },
  unsigned: {
    en: 'the host hands out what the publisher did not sign: tell the operator; if the keys were changed, enrol the device again; the files on this device are unchanged',
    ja: 'ホストが発行者の署名のない内容を配布しています。担当者にお知らせください。鍵が変わった場合は、端末を登録し直してください。この端末のファイルは変わっていません',
  },
  updateKura: {
    en: 'update kura on this device; the files on this device are unchanged',
    ja: 'この端末のkuraを更新してください。この端末のファイルは変わっていません',
  },
  nextVersion: {
    en: 'publish the next version; two machines may have published from the same state; the files on this device are unchanged',
    ja: '次の版を発行するよう担当者に依頼してください。2台が同じ状態から発行した可能性があります。この端末のファイルは変わっていません',
  },
  setClock: {
    en: 'set the clock of this device, then sync again; if it is right, the clock of the publisher was ahead: ask for a new release; the files on this device are unchanged',
    ja: 'この端末の時計を合わせてから、もう一度同期してください。時計が正しい場合は、発行者の時計が進んでいます。新しいリリースを担当者に依頼してください。この端末のファイルは変わっていません',
  },
  rename: {
    en: 'ask the publisher to rename it and to publish again; the files on this device are unchanged',
    ja: '名前を変えて発行し直すよう担当者に依頼してください。この端末のファイルは変わっていません',
  },
})
