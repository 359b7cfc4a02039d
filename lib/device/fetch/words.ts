import { catalogue } from '../../core/language/catalogue.ts'

export const FETCH_FAILURES = catalogue('failure.fetch', {
  refusesKey: {
    en: 'Cannot sync: "{host}" refuses the key of "{name}": {status} {code}{quote}',
    ja: '同期できません：「{host}」が「{name}」の鍵を受け付けません（{status} {code}）{quote}',
  },
  cannotAnswer: {
    en: 'Cannot sync: "{host}" cannot answer: {status} {code}{quote}',
    ja: '同期できません：「{host}」が応答できません（{status} {code}）{quote}',
  },
  answers: {
    en: 'Cannot sync: "{host}" answers {status}{quote}',
    ja: '同期できません：「{host}」の応答が{status}です{quote}',
  },
  unexpected: {
    en: 'Cannot sync: "{host}" answers {status}, expected 200 or 304',
    ja: '同期できません：「{host}」の応答が{status}です（200または304のはずです）',
  },
  redirect: {
    en: 'Cannot sync: "{host}" answers {status}, a redirect',
    ja: '同期できません：「{host}」が別のアドレスへの転送を返します（{status}）',
  },
  redirectTo: {
    en: 'Cannot sync: "{host}" answers {status}, a redirect to "{target}"',
    ja: '同期できません：「{host}」が「{target}」への転送を返します（{status}）',
  },
  unchangedOfNothing: {
    en: 'Cannot sync: "{host}" answers 304 although nothing is installed here',
    ja: '同期できません：この端末には何も導入されていないのに、「{host}」の応答が304です',
  },
  unchangedContent: {
    en: 'Cannot fetch from "{host}": it answers 304 to a request for content',
    ja: '「{host}」から取得できません：ファイルの要求に対する応答が304です',
  },
  keepsChanging: {
    en: 'Cannot fetch from "{host}": its release keeps changing',
    ja: '「{host}」から取得できません：リリースが変わり続けています',
  },
  lists: {
    en: 'Cannot sync: "{host}" lists {listed} files, its release has {files}',
    ja: '同期できません：「{host}」の一覧は{listed}件ですが、リリースには{files}件あります',
  },
  diskFull: {
    en: 'Cannot fetch release {version}: the disk is full, {needed} are needed{free}',
    ja: 'リリース {version}を取得できません：ディスクの空きが足りません（必要：{needed}{free}）',
  },
  notHandedOut: {
    en: 'Cannot fetch "{path}": "{host}" does not hand out its content',
    ja: '「{path}」を取得できません：「{host}」が内容を配布していません',
  },
  mismatch: { en: 'Cannot install "{path}": {why}', ja: '「{path}」を導入できません：{why}' },
  unreadable: {
    en: 'Cannot read {what} of "{host}": {why}',
    ja: '「{host}」の{what}を読み取れません：{why}',
  },
  tooLarge: {
    en: 'Cannot read the answer of "{host}": it is larger than {limit} bytes',
    ja: '「{host}」の応答を読み取れません：{limit}バイトを超えています',
  },
  unreachable: { en: 'Cannot reach "{host}": {reason}', ja: '「{host}」に接続できません：{reason}' },
  silent: {
    en: 'Cannot read the answer of "{host}": {reason}',
    ja: '「{host}」の応答を読み取れません：{reason}',
  },
  noKey: {
    en: 'Cannot enrol: the answer of "{host}" has no key of a device',
    ja: '登録できません：「{host}」の応答に端末の鍵がありません',
  },
})

export const FETCH_PARTS = catalogue('failure.fetch.part', {
  quote: { en: ' ({text})', ja: '「{text}」' },
  free: { en: ', {free} are free', ja: '、空き：{free}' },
  answer: { en: 'the answer', ja: '応答' },
  page: { en: 'page {page}', ja: 'ページ{page}' },
  entry: { en: 'the entry of "{path}"', ja: '「{path}」の項目' },
  list: { en: 'the list of files', ja: 'ファイル一覧' },
  otherPage: { en: 'it is page {page}', ja: 'ページ{page}が届きました' },
  sources: { en: 'it has {count} sources, expected 1', ja: '取得元が1つではなく{count}個あります' },
  notJson: { en: 'it is not JSON, or is incomplete', ja: 'JSONでないか、途中で切れています' },
  field: { en: '"{field}" is not valid', ja: '「{field}」が正しくありません' },
  notObject: { en: 'it is not an object', ja: 'オブジェクトではありません' },
  noHead: { en: 'it has no head', ja: '先頭の部分がありません' },
  longHead: { en: 'its head is longer than {limit} bytes', ja: '先頭の部分が{limit}バイトを超えています' },
  manyContents: {
    en: 'it names {count} contents of {files} files',
    ja: '{files}件のファイルに対して{count}件の内容があります',
  },
  noSuchFile: {
    en: 'it names the file {at} of {files}',
    ja: '{files}件のうちの{at}番のファイルを指しています',
  },
  partSize: {
    en: 'its part {part} has {bytes} bytes, expected {expected}',
    ja: '部分{part}が{expected}バイトではなく{bytes}バイトです',
  },
  size: {
    en: 'it has {bytes} bytes, the release says {expected}',
    ja: 'リリースでは{expected}バイトですが、{bytes}バイトです',
  },
  hash: {
    en: 'its SHA-256 begins with {actual}, the release says {expected}',
    ja: 'リリースのハッシュは{expected}で始まりますが、{actual}で始まります',
  },
  partCount: {
    en: 'the host has it in {count} parts, expected {expected}',
    ja: 'ホストでの分割数が{expected}ではなく{count}です',
  },
  noByte: { en: 'no byte arrived for {seconds} s', ja: '{seconds}秒間、何も届きませんでした' },
  slow: {
    en: 'only {bytes} bytes arrived in {seconds} s',
    ja: '{seconds}秒間に{bytes}バイトしか届きませんでした',
  },
  tooLong: { en: 'it took longer than {seconds} s', ja: '{seconds}秒以上かかりました' },
  noConnection: {
    en: 'no connection to {host} within {seconds} s',
    ja: '{seconds}秒以内に{host}に接続できませんでした',
  },
  closed: { en: 'the connection closed without an answer', ja: '応答のないまま接続が閉じられました' },
  interim: { en: 'it sent {count} interim answers', ja: '途中の応答が{count}回届きました' },
  smallPieces: { en: 'it arrives in too small pieces', ja: '細かく分かれすぎて届きます' },
  coding: {
    en: 'its coding "{coding}" is not one that was accepted',
    ja: '「{coding}」という形式の圧縮には対応していません',
  },
  joined: {
    en: 'its parts together are not the content that the release names',
    ja: '部分を合わせた内容がリリースのものと異なります',
  },
})

export const FETCH_HINTS = catalogue('hint.fetch', {
  signatureMissing: {
    en: 'something between this device and the host removes the signature: ask the operator about proxies',
    ja: 'この端末とホストの間で署名が取り除かれています。プロキシについて担当者に確認してください',
  },
  signatureMalformed: {
    en: 'update kura on this device; if it is new, ask the operator about proxies',
    ja: 'この端末のkuraを更新してください。最新の場合は、プロキシについて担当者に確認してください',
  },
  signatureInvalid: {
    en: 'ask the operator to enrol this device again: its key is unknown there, or was retired',
    ja: '端末の登録をやり直すよう担当者に依頼してください。鍵が登録されていないか、無効になっています',
  },
  authorityUnknown: {
    en: 'ask the operator to add "{host}" to KURA_AUTHORITIES',
    ja: '「KURA_AUTHORITIES」に「{host}」を加えるよう担当者に依頼してください',
  },
  clockSkew: {
    en: 'set the clock of this device, then sync again',
    ja: 'この端末の時計を合わせてから、もう一度同期してください',
  },
  keyRevoked: {
    en: 'ask the operator for new credentials: this key was revoked',
    ja: '鍵が無効にされています。新しい認証情報を担当者に依頼してください',
  },
  scopeMissing: {
    en: 'ask the operator for credentials with the scope "device"',
    ja: '権限「device」のある認証情報を担当者に依頼してください',
  },
  changed: {
    en: 'sync again: the release has changed in the meantime',
    ja: 'リリースが変わりました。もう一度同期してください',
  },
  releaseMissing: {
    en: 'ask the publisher to publish a first release (kura publish)',
    ja: '最初のリリースを発行するよう担当者に依頼してください（kura publish）',
  },
  operator: { en: 'tell the operator', ja: '担当者にお知らせください' },
  updateKura: { en: 'update kura on this device', ja: 'この端末のkuraを更新してください' },
  address: {
    en: 'check "url" in credentials.json: something other than kura may answer there',
    ja: 'credentials.jsonの「url」を確認してください。kura以外のものが応答している可能性があります',
  },
  addressOrProtection: {
    en: 'check "url" in credentials.json; if it is right, {protection}',
    ja: 'credentials.jsonの「url」を確認してください。正しい場合は、デプロイの保護について担当者に確認してください',
    onlyEn: ['protection'],
  },
  addressOrOperator: {
    en: 'something other than kura may answer there: check "url" in credentials.json, or tell the operator',
    ja: 'kura以外のものが応答している可能性があります。credentials.jsonの「url」を確認するか、担当者にお知らせください',
  },
  addressOrProxies: {
    en: 'something other than kura may answer there: check "url" in credentials.json, or ask the operator about proxies',
    ja: 'kura以外のものが応答している可能性があります。credentials.jsonの「url」を確認するか、プロキシについて担当者に確認してください',
  },
  strangerAnswers: {
    en: 'something other than kura may answer there: tell the operator',
    ja: 'kura以外のものが応答している可能性があります。担当者にお知らせください',
  },
  hostFault: {
    en: 'the fault is at the host: try again later; if it fails again, tell the operator',
    ja: 'ホスト側の問題です。しばらくしてからやり直し、それでも失敗する場合は担当者にお知らせください',
  },
  signInOrFinalAddress: {
    en: 'if the network has a sign-in page, sign in with a browser; else ask the operator to enrol this device with the final address: a signed request does not follow redirects',
    ja: 'ログイン画面のあるネットワークでは、ブラウザーでログインしてください。それ以外の場合は、転送先のアドレスで端末を登録し直すよう、管理者に依頼してください（署名したリクエストは転送できません）',
  },
  finalAddress: {
    en: 'a signed request does not follow redirects: ask the operator to enrol this device with the final address',
    ja: '署名付きの要求は転送先に送れません。最終的なアドレスで端末を登録し直すよう担当者に依頼してください',
  },
  caches: {
    en: 'something between this device and the host caches answers: ask the operator about caches and proxies',
    ja: 'この端末とホストの間で応答がキャッシュされています。キャッシュとプロキシについて担当者に確認してください',
  },
  inMinutes: {
    en: 'sync again in a few minutes; what was fetched is kept',
    ja: '数分後にもう一度同期してください。取得済みの内容は残っています',
  },
  again: {
    en: 'sync again; if it fails again, tell the operator. The files on this device are unchanged',
    ja: 'もう一度同期し、それでも失敗する場合は担当者にお知らせください。この端末のファイルは変わっていません',
  },
  againOrUpdate: {
    en: 'sync again; if it fails again, update kura on this device or tell the operator. The files on this device are unchanged',
    ja: 'もう一度同期し、それでも失敗する場合はこの端末のkuraを更新するか、担当者にお知らせください。この端末のファイルは変わっていません',
  },
  freeSpace: {
    en: 'free space on the disk of "{dir}", then sync again; what was fetched is kept, the files are unchanged',
    ja: '「{dir}」のあるディスクの空きを増やしてから、もう一度同期してください。取得済みの内容は残り、ファイルは変わっていません',
  },
  publishAgain: {
    en: 'tell the operator to publish and deploy again; the files on this device are unchanged',
    ja: '発行とデプロイをやり直すよう担当者にお知らせください。この端末のファイルは変わっていません',
  },
  unsigned: {
    en: 'the host hands out what the publisher did not sign: tell the operator; the files on this device are unchanged',
    ja: 'ホストが発行者の署名のない内容を配布しています。担当者にお知らせください。この端末のファイルは変わっていません',
  },
  network: {
    en: 'check the network of this device and "url" in credentials.json, then sync again',
    ja: 'この端末のネットワークと、credentials.jsonの「url」を確認してから、もう一度同期してください',
  },
  continues: {
    en: 'the connection broke: sync again, it continues where it stopped',
    ja: '接続が切れました。もう一度同期すると、続きから再開します',
  },
  newFolder: {
    en: 'ask the operator for a new folder: kura enrol NAME',
    ja: '新しいフォルダーを担当者に依頼してください（kura enrol）',
  },
  copyUsed: {
    en: 'tell the operator: another person has used a copy of this folder',
    ja: 'このフォルダーの写しがほかで使われました。担当者にお知らせください',
  },
  sameProgram: {
    en: 'use the device program that came with the folder',
    ja: 'フォルダーに入っていた端末プログラムを使ってください',
  },
  later: { en: 'try again later', ja: 'しばらくしてからやり直してください' },
  production: {
    en: 'ask the operator for a folder with the address of the production deployment',
    ja: '本番環境のアドレスのフォルダーを担当者に依頼してください',
  },
})
