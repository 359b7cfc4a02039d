import { catalogue } from '../../core/language/catalogue.ts'

export const FRAME = catalogue('help', {
  usage: { en: 'Usage:', ja: '使い方:' },
  arguments: { en: 'Arguments:', ja: '引数:' },
  options: { en: 'Options:', ja: 'オプション:' },
  commands: { en: 'Commands:', ja: 'コマンド:' },
  examples: { en: 'Examples:', ja: '例:' },
  choices: { en: 'choices:', ja: '指定できる値:' },
  default: { en: 'default:', ja: '既定値:' },
  help: { en: 'display help for command', ja: 'コマンドの使い方を表示する' },
  version: { en: 'show the version of kura and of Node', ja: 'バージョンを表示する' },
  begin: { en: 'To begin:', ja: '始めるとき:' },
  work: { en: 'The work of every day:', ja: '毎日の仕事:' },
  devices: { en: 'Files for the devices:', ja: '端末へのファイルの配布:' },
  care: { en: 'Keys, checks and programs:', ja: '鍵、点検、その他:' },
  about: {
    en: 'The back office of a small company: device files, books, domains, chat',
    ja: '小さな会社の事務を行うプログラムです（端末へのファイルの配布、帳簿、ドメイン、チャット）',
  },
  exitCodes: { en: '\n{command} lists the exit statuses.', ja: '\n終了コードの一覧：{command}' },
  status: { en: 'status', ja: '終了コード' },
  meaning: { en: 'meaning', ja: '意味' },
})

export const FIRST_SCREEN = catalogue('help.first', {
  title: { en: '{version}: the back office of a small company', ja: '{version}：小さな会社の事務' },
  tryIt: { en: 'try it on this machine:', ja: 'この端末で試す：' },
  setUp: { en: 'set up a deployment:', ja: '最初の設定をする：' },
  needs: { en: 'what needs a person:', ja: '確認が必要なもの：' },
  check: { en: 'check everything:', ja: 'すべて点検する：' },
  devices: { en: 'the devices:', ja: '端末：' },
  books: { en: 'the books:', ja: '帳簿：' },
  every: { en: 'every command:', ja: 'すべてのコマンド：' },
  one: { en: 'one command, with examples:', ja: 'コマンドの説明と例：' },
})

export const MEANING = catalogue('help.exit', {
  done: { en: 'everything that the command is for was done', ja: 'すべて完了しました' },
  failed: {
    en: 'it failed, or part of it is missing or has to be corrected, or a check found something wrong',
    ja: '失敗、不足、修正が必要な点があるか、点検で問題が見つかりました',
  },
  usage: {
    en: 'the command line cannot be read: a wrong option, a bad value, a missing argument',
    ja: 'コマンドを読み取れません（オプション、値、引数の誤り）',
  },
  review: {
    en: 'a person has to look first, or the result is not certain',
    ja: '確認が必要か、結果が不明です',
  },
  alreadyDone: {
    en: 'the case was already done; nothing was sent again',
    ja: '登録済みです。再送はしていません',
  },
  interrupted: {
    en: 'Ctrl-C stopped it; run it again to continue',
    ja: 'Ctrl-Cで中断しました。再実行すると続きから始めます',
  },
  brokenPipe: { en: 'the program that reads the output has ended', ja: '出力を読むプログラムが終了しました' },
})

export const SUMMARY = catalogue('help.summary', {
  start: {
    en: 'run all of kura on this machine, with sandboxes of the remotes',
    ja: 'この端末で、練習用の環境としてすべての機能を動かす',
  },
  setup: {
    en: 'set up a deployment: questions, secrets, key, root, first release',
    ja: '最初の設定をする（質問、秘密の値、鍵、最初の配布）',
  },
  today: {
    en: 'show what needs a person, what is due and what ran, on one screen',
    ja: '確認が必要なもの、期限、実行結果を1画面に表示する',
  },
  settle: {
    en: 'settle what is not certain or waits: deals, files, purchases, messages',
    ja: '結果が不明なもの、承認待ちのものを処理する',
  },
  notices: {
    en: 'show, send and close notices, which say what needs a person',
    ja: 'お知らせを表示、送信、完了する',
  },
  log: { en: 'show who did what, when, with which key', ja: 'いつ、だれが、どの鍵で、何をしたかを表示する' },
  accounting: {
    en: 'the books: authorization, master data, deals, journals',
    ja: '帳簿（認可、名前の一覧、取引、仕訳帳）',
  },
  registrar: {
    en: 'domains: quotes, purchases, orders, deadlines',
    ja: 'ドメイン（見積もり、購入、注文、期限）',
  },
  chat: { en: 'send messages to people', ja: 'メッセージを送信する' },
  devices: {
    en: 'show what each device last reported, or forget one',
    ja: '各端末の最後の報告を表示する。使わない端末を消す',
  },
  publish: { en: 'sign the payload as the next release', ja: 'ファイルに署名し、次のリリースにする' },
  rollback: {
    en: 'publish the files of an earlier release again',
    ja: '以前のリリースのファイルを再び公開する',
  },
  root: {
    en: 'create and change the root document, which names the release keys',
    ja: '署名用の鍵の名簿を作成、変更する',
  },
  enrol: { en: 'make the folder that sets up a device', ja: '端末を設定するフォルダーを作る' },
  sync: {
    en: 'install the current release in the directory of a device',
    ja: '最新のリリースを端末のフォルダーに入れる',
  },
  status: { en: 'show what is on the disk of a device', ja: '端末のディスクの内容を表示する' },
  key: {
    en: 'issue, revoke and list the keys of operators and devices',
    ja: '人と端末の鍵を発行、失効、一覧する',
  },
  mcp: {
    en: 'let an agent read, try out and propose deals (Model Context Protocol)',
    ja: 'エージェントに、取引の読み取り、試行、提案を許可する',
  },
  people: {
    en: 'a colleague leaves: revoke every key and device of the person',
    ja: '退職した人の鍵と端末をすべて失効させる',
  },
  console: {
    en: 'the people of the console: invite, vouch, list, revoke',
    ja: 'コンソールを使う人を招待、確認、一覧、失効する',
  },
  store: {
    en: 'after the store was restored: what to check, and that acts go on',
    ja: 'ストアの復元後に、確認する点を表示し、処理を再開する',
  },
  doctor: {
    en: 'check everything that a deployment needs, and say how to fix it',
    ja: '運用に必要なものをすべて点検し、直し方を示す',
  },
  probe: {
    en: 'check from outside that only signed requests reach the files',
    ja: '署名のない要求でファイルを読めないことを、外部から確認する',
  },
  move: {
    en: 'move a site to another domain: write redirect rules, check the move',
    ja: 'サイトを別のドメインに移す（転送ルールの作成、確認）',
  },
  api: { en: 'sign and send any request, and print the reply', ja: '署名した要求を送り、応答を表示する' },
})

export const TYPED = catalogue('typed', {
  unreadable: { en: 'Cannot read the command line: {what}', ja: 'コマンドを読み取れません：{what}' },
  noCommand: { en: '{path} has no command "{word}"', ja: '「{path}」に「{word}」というコマンドはありません' },
  needsCommand: { en: '{path} needs a command', ja: '「{path}」の後にコマンドが必要です' },
  noOption: { en: '{path} has no option "{flag}"', ja: '「{path}」に「{flag}」というオプションはありません' },
  needs: { en: '{path} needs {what}', ja: '「{path}」には次が必要です：{what}' },
  needsValue: { en: '{flags} needs a value', ja: '値が必要です：{flags}' },
  excludes: { en: '{one} excludes {other}', ja: '同時に指定できません：{one}、{other}' },
  tooMany: {
    en: '{path} takes {count, plural, =0 {no argument} one {one argument} other {# arguments}}, not "{word}"',
    ja: '「{path}」の引数は{count, plural, =0 {ありません} other {#個までです}}（余分な引数：「{word}」）',
  },
  oneOf: { en: 'expected one of {choices}', ja: '次のどれかで指定してください：{choices}' },
  didYouMean: { en: 'did you mean "{path}"? {rest}', ja: 'もしかして：「{path}」。{rest}' },
  didYouMeanOption: { en: 'did you mean {flag}? {rest}', ja: 'もしかして：{flag}。{rest}' },
  commandsOf: { en: 'the commands of {path}: {names}', ja: '「{path}」のコマンド：{names}' },
  usageIs: { en: 'usage: {usage}; {path} --help explains it', ja: '使い方：{usage}（説明：{path} --help）' },
})
