import { catalogue } from '../../../core/language/catalogue.ts'

export const SETUP = catalogue('setup', {
  intro: {
    en: '{count, number} {count, plural, one {question is} other {questions are}} left; fewer if you use fewer services',
    ja: '質問は残り{count, number}問です（使わないサービスの質問は出ません）',
  },
  keys: {
    en: 'Enter takes the answer in [ ]; < goes back to the previous question; Ctrl-C stops, and the next run continues there',
    ja: 'Enterで [ ] 内の答えになります。< で前の質問に戻ります。Ctrl-Cで中断でき、次回はその質問から続きます',
  },
  needed: {
    en: 'this question needs an answer; type {later} to leave it for a later run',
    ja: '答えが必要です。次回に回すときは「{later}」と入力します',
  },
  first: { en: 'this is the first question', ja: '最初の質問です' },
  kept: { en: 'as before', ja: '前の答えのまま' },
  wrong: {
    en: 'Cannot use this answer for {name}: expected {expected}',
    ja: '{name}にこの答えは使えません（正しい答え：{expected}）',
  },
  stored: {
    en: 'Cannot use the value of {name} in {file}: expected {expected}',
    ja: '{file}の {name}の値は使えません（正しい値：{expected}）',
  },
  empty: { en: 'Cannot go on without {name}: the answer is empty', ja: '{name}は空欄にできません' },
  faults: {
    en: 'Cannot set up with these values in {file}: {faults}',
    ja: '{file}の次の値は使えません：{faults}',
  },
  correct: {
    en: 'correct these lines of {file} or delete them, and run kura setup again',
    ja: '{file}のその行を直すか削除して、kura setup を再実行してください',
  },
  unable: { en: 'Cannot check the answer: {why}', ja: '答えを確認できませんでした：{why}' },
  missing: { en: 'Cannot set up without answers: {names}', ja: '次の答えがありません：{names}' },
  give: {
    en: 'give them on standard input as lines NAME=value, or run kura setup in a terminal',
    ja: '標準入力に NAME=value の行で渡すか、端末で kura setup を実行してください',
  },
  answers: { en: 'the answers', ja: '答えのファイル' },
  strange: {
    en: 'Cannot use the answers {names}: there are no such questions',
    ja: '{names}という質問はありません',
  },
  listed: { en: 'kura setup --help lists the answers', ja: '答えの一覧：kura setup --help' },
  stopped: { en: 'Stopped by Ctrl-C', ja: 'Ctrl-C で中断しました' },
  resume: {
    en: 'your answers are kept; kura setup continues with the next question',
    ja: 'ここまでの答えは保存しました。kura setup で次の質問から続きます',
  },
})

export const QUESTION = catalogue('setup.question', {
  language: { en: 'language / 言語', ja: '言語 / language' },
  url: { en: 'address of the deployment', ja: 'kura を公開するアドレス' },
  urlProject: {
    en: '1. make the project at the host, in this folder: npx vercel link (it deploys nothing yet)',
    ja: '1. このフォルダーで npx vercel link を実行し、ホストにプロジェクトを作る（まだ公開されません）',
  },
  urlShown: {
    en: '2. the address is on the page of the project: https://….vercel.app, or your own domain',
    ja: '2. アドレスはプロジェクトのページにある https://….vercel.app、または自社のドメイン',
  },
  urlPasskeys: {
    en: 'passkeys belong to the host name: if you change it later, every passkey of the console ends',
    ja: 'パスキーはホスト名に結び付きます。後で変更すると、コンソールのパスキーはすべて使えなくなります',
  },
  urlExpected: {
    en: 'an address with its scheme and without a path, such as https://kura.example.com',
    ja: 'https:// から始まり、後ろに何も付かないアドレス。例：https://kura.example.com',
  },
  plan: { en: "the host's plan", ja: 'ホストの料金プラン' },
  planFree: {
    en: 'free: for non-commercial use only; each cron job runs once a day, within the hour; logs are kept for an hour',
    ja: '無料（free）：営利目的では使えません。定期処理は1日1回（1時間の幅）、ログの保存は1時間',
  },
  planPaid: {
    en: 'paid: for a company; logs are kept for a day, or longer with a drain',
    ja: '有料（paid）：会社向け。ログの保存は1日（転送設定でさらに長く）',
  },
  timezone: { en: 'time zone of dates, caps and reminders', ja: '日付・上限額・期限に使うタイムゾーン' },
  timezoneExpected: {
    en: 'the IANA name of a time zone, such as Asia/Tokyo',
    ja: 'Asia/Tokyo のようなタイムゾーン名',
  },
  region: {
    en: 'region of the functions, the nearest to the company',
    ja: '処理を動かす地域（会社に最も近いもの）',
  },
  regionNear: { en: 'near {timezone}: {regions}', ja: '{timezone}の近く：{regions}' },
  regionSame: {
    en: 'the database has to be in the same place: a signed write asks it twice',
    ja: 'データベースも同じ地域に置きます（書き込みのたびに2回通信するため）',
  },
  regionExpected: { en: 'a region of the host: {regions}', ja: 'ホストの地域：{regions}' },
  database: { en: 'REST address of the database', ja: 'データベースの REST アドレス' },
  databaseCreate: {
    en: '1. create a Redis database at https://console.upstash.com, in {city} as the functions ({region})',
    ja: '1. https://console.upstash.com で Redis データベースを{city}に作る（処理と同じ{region}）',
  },
  databaseEviction: { en: '2. leave eviction off', ja: '2. eviction はオフのままにする' },
  databaseCopy: {
    en: '3. copy the REST address, then the REST token, from its page',
    ja: '3. そのページの REST アドレス、次に REST トークンを写す',
  },
  databaseExpected: {
    en: 'an address with its scheme, such as https://….upstash.io',
    ja: 'https:// から始まるアドレス。例：https://….upstash.io',
  },
  databaseToken: { en: 'REST token of the database', ja: 'データベースの REST トークン' },
  services: {
    en: 'services, separated by commas: {names}; or none',
    ja: '使うサービス。カンマ区切り：{names}。使わない場合は none',
  },
  servicesAre: {
    en: 'accounting: the books; registrar: domains; chat: messages and notices',
    ja: 'accounting：会計、registrar：ドメイン、chat：メッセージとお知らせ',
  },
  servicesExpected: {
    en: '"none", or some of {names}, separated by commas',
    ja: 'none、または {names}のうち使うもの（カンマ区切り）',
  },
  approve: {
    en: 'may your own key approve for the company (release, free, confirm)',
    ja: '自分の鍵で会社としての承認（保留の解除、初回登録の確認など）をできるようにしますか',
  },
  payload: {
    en: 'folder with the files for the devices; {none} for no files yet',
    ja: '端末に配るファイルのフォルダー。まだない場合は {none}',
  },
  payloadCopied: {
    en: 'its files are copied into {folder}, signed with your key, and handed out to every device',
    ja: '中のファイルは {folder}に写され、あなたの鍵で署名され、すべての端末に配られます',
  },
  payloadThere: {
    en: '{keep}: the files that are in that folder now',
    ja: '{keep}：そのフォルダーにいまあるファイルのまま',
  },
  upload: {
    en: "set the settings at the host now, with the host's command line",
    ja: 'ホストのコマンドで、いま設定値をホストに登録しますか',
  },
  uploadLinked: {
    en: 'the command line of the host must be logged in and linked to the project: npx vercel link',
    ja: '先に npx vercel link で、ホストへのログインとプロジェクトへの接続を済ませてください',
  },
})

export const FOUND = catalogue('setup.found', {
  database: {
    en: 'the database answers in {milliseconds} ms; {replica} confirms what must happen once',
    ja: 'データベースは {milliseconds} ms で応答しました（一度きりの処理の書き込みを確認する複製：{replica}）',
  },
  replica: { en: 'a replica', ja: 'あり' },
  noReplica: { en: 'no replica', ja: 'なし' },
  approvers: {
    en: 'Cannot use KURA_APPROVE_ABOVE: {count, plural, =0 {no person} one {one person} other {# people}} can approve, expected two',
    ja: 'KURA_APPROVE_ABOVEを使えません：承認できる人が{count}人です（2人以上が必要です）',
  },
  approversHint: {
    en: 'take it out of .env; invite two people who approve, then set it and run kura setup again',
    ja: '.envから削除してください。承認できる人を2人招待してから設定し、もう一度kura setupを実行してください',
  },
  evicts: {
    en: 'Cannot use the database: it evicts ({how})',
    ja: 'このデータベースは使えません：eviction が {how}です',
  },
  evictsHint: {
    en: "switch eviction off on the database's page",
    ja: 'データベースのページで eviction をオフにしてください',
  },
  noFiles: {
    en: 'the first release has no files; put them into {folder} and run kura publish when you have some',
    ja: '最初のリリースにはファイルがありません。用意できたら {folder}に入れて kura publish を実行してください',
  },
  files: {
    en: '{count, number} {count, plural, one {file is} other {files are}} in {folder}: {names}',
    ja: '{folder}のファイル：{count, number}件（{names}）',
  },
  noFolder: {
    en: 'Cannot use the folder "{folder}": {why}',
    ja: 'フォルダー「{folder}」は使えません：{why}',
  },
  missing: { en: 'there is no such folder', ja: 'そのフォルダーはありません' },
  hasFiles: {
    en: 'Cannot sign a release without files: {folder} has some',
    ja: 'ファイルなしのリリースにはできません：{folder}にファイルがあります',
  },
  hasFilesHint: {
    en: 'answer {keep}, or take them out first',
    ja: '{keep}と答えるか、先にファイルを取り出してください',
  },
  noHostFile: {
    en: 'there is no {file} here: name "{region}" in that of the project; create the database in the same place, {city}',
    ja: 'ここに {file}がありません。プロジェクトの {file}に「{region}」と書き、データベースも {city}に作ってください',
  },
  regionAlready: {
    en: '{file} names {region} already; create the database in the same place, {city}',
    ja: '{file}は {region}になっています。データベースも {city}に作ってください',
  },
  regionWritten: {
    en: 'wrote {region} into {file}: commit it; create the database in the same place, {city}',
    ja: '{file}に {region}と書きました（コミットしてください）。データベースも {city}に作ってください',
  },
  noRegions: {
    en: 'Cannot write the region into {file}: it has no list "regions"',
    ja: '{file}に地域を書けません："regions" の項目がありません',
  },
  addRegions: {
    en: 'add "regions": ["{region}"] to it, and run kura setup again',
    ja: '"regions": ["{region}"] を書き加え、kura setup を再実行してください',
  },
})

export const DONE = catalogue('setup.done', {
  secrets: { en: 'made {names} in {file}', ja: '{file}に {names}を作りました' },
  key: { en: 'your key is {keyid}, in {file}', ja: 'あなたの鍵：{keyid}（{file}）' },
  otherHost: {
    en: 'Cannot write the operator key "{file}": it is for {host}',
    ja: '鍵のファイル「{file}」に書けません：{host}の鍵が入っています',
  },
  otherKey: {
    en: 'name another file with --key FILE, or move that one away',
    ja: '--key FILE で別のファイルを指定するか、そのファイルを移してください',
  },
  releaseKey: { en: 'created the release key {file}', ja: 'リリースの署名鍵を作りました：{file}' },
  spare: {
    en: 'second key {keyid} in {file}: move this file to a place away from this machine, such as a stick in a safe; it can sign alone if the first key is lost',
    ja: '予備の鍵 {keyid}（{file}）：このパソコンの外（金庫のUSBメモリーなど）に移してください。1本目をなくしても、これだけで署名できます',
  },
  plain: {
    en: 'the keys have no passphrase, because KURA_PASSPHRASE is not set',
    ja: 'KURA_PASSPHRASE がないため、鍵にパスフレーズは付いていません',
  },
  signed: { en: 'signed release {version} in {folder}', ja: 'リリース {version}に署名しました：{folder}' },
  found: {
    en: 'found release {version} in {folder}',
    ja: '署名済みのリリース {version}があります：{folder}',
  },
  uploaded: {
    en: 'set {set, number} of {count, number} settings at the host',
    ja: '{count, number}件中{set, number}件の設定値をホストに登録しました',
  },
  free: {
    en: "note: the host's free plan is for non-commercial use; a company needs the paid one",
    ja: '注意：ホストの無料プランは営利目的では使えません。会社では有料プランが必要です',
  },
  next: { en: 'next, in this order:', ja: 'このあと（この順に）：' },
  set: {
    en: 'set the settings at the host, in this folder',
    ja: 'このフォルダーで、設定値をホストに登録する',
  },
  setSh: { en: 'in sh, bash or zsh:', ja: 'sh・bash・zsh の場合：' },
  setPowerShell: { en: 'in PowerShell:', ja: 'PowerShell の場合：' },
  commit: { en: 'commit the release and the region', ja: 'リリースと地域をコミットする' },
  deploy: { en: 'deploy', ja: '公開する' },
  authorize: { en: 'authorize the accounting service', ja: '会計サービスへの接続を許可する' },
  doctor: { en: 'check everything', ja: '全体を点検する' },
  probe: { en: 'check from outside, as a stranger would', ja: '外部から見えないことを確かめる' },
})

export const HELP = catalogue('help.setup', {
  setup: {
    en: 'set up a deployment: asks, checks each answer, makes secrets, key, root and first release',
    ja: '最初の設定をする（質問し、答えを確かめ、秘密の値、鍵、最初のリリースを作る）',
  },
  yes: {
    en: 'ask nothing: take the answers from --answers, and the usual ones',
    ja: '質問せず、--answers の答えと標準の答えを使う',
  },
  given: {
    en: 'with --yes: lines NAME=value, or - for standard input',
    ja: '--yes と一緒に：「名前=値」の行のファイル。「-」は標準入力',
  },
  key: {
    en: "the file for the operator's key (default: ~/.config/kura/operator.json)",
    ja: '操作用の鍵のファイル（指定しない場合は ~/.config/kura/operator.json）',
  },
  answers: {
    en: '\nThe answers of --yes, beside any other setting of .env.example:',
    ja: '\n--yes の答え（ほかに .env.example の設定も書けます）：',
  },
})
