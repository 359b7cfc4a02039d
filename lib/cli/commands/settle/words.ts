import { catalogue } from '../../../core/language/catalogue.ts'

export const LABEL = catalogue('settle.labels', {
  case: { en: 'case', ja: '番号' },
  kind: { en: 'kind', ja: '種類' },
  state: { en: 'state', ja: '状態' },
  since: { en: 'since', ja: 'いつから' },
  what: { en: 'what', ja: '内容' },
  why: { en: 'why', ja: '理由' },
  operation: { en: 'operation', ja: '操作' },
})

export const OPTIONS = catalogue('settle.options', {
  unusable: { en: 'Cannot use {what}', ja: '{what}は使えません' },
  value: { en: '"{value}"', ja: '「{value}」' },
  oneCase: { en: 'name the one case that it belongs to', ja: '対象の番号を1つだけ指定してください' },
  both: { en: '{one} with {other}', ja: '{one}と{other}の両方' },
  chooseOne: { en: 'choose one', ja: 'どちらかを選んでください' },
  decidesNothing: { en: '{shows} decides nothing', ja: '{shows}は決定をしません' },
  undecided: { en: '--operation without a decision', ja: '決定のない --operation' },
  nameOne: { en: 'name one: {flags}', ja: '決定を指定してください：{flags}' },
  inOrder: {
    en: 'name the cases, and one operation for each, in their order',
    ja: '番号と、同じ数の操作を、同じ順に指定してください',
  },
  forItem: { en: '{flag} for "{item}"', ja: '「{item}」に{flag}' },
  isKind: { en: 'it is a {kind}: {flags}', ja: '{kind}です：{flags}' },
})

export const HELP = catalogue('help.settle', {
  cases: {
    en: 'the case of a deal or a message, a file, or a domain',
    ja: '取引またはメッセージの番号、ファイル、またはドメイン',
  },
  settle: {
    en: 'settle what is not certain or waits for a person: deals, files, purchases, messages',
    ja: '結果が不明なもの、確認待ちのものを処理する（取引、ファイル、購入、メッセージ）',
  },
  list: {
    en: 'list what is open, ask no remote, decide nothing',
    ja: '一覧だけを表示する（問い合わせも決定もしない）',
  },
  look: {
    en: 'ask the remotes, show what they say, decide nothing',
    ja: '問い合わせの結果を表示する（決定はしない）',
  },
  proposals: {
    en: 'only the deals that were proposed, in one table',
    ja: '提案された取引だけを1つの表に表示する',
  },
  kind: { en: 'only this kind', ja: 'この種類だけ' },
  release: {
    en: 'send a deal that waits as it is; let an ended purchase be made again',
    ja: '確認待ちの取引をそのまま登録する。終わった購入を、もう一度できるようにする',
  },
  free: {
    en: 'let a deal or a file be sent again: it is not at the service',
    ja: '会計サービスにない取引またはファイルを、もう一度送れるようにする',
  },
  order: { en: "the order that the registrar's own page shows", ja: 'レジストラのページに表示された注文' },
  noOrder: { en: "the registrar's own page shows no order", ja: 'レジストラのページに注文がない' },
  verified: {
    en: "the link in the registrar's message was opened",
    ja: 'レジストラのメールにあるリンクを開いた',
  },
  message: { en: 'the message was sent: its identifier', ja: 'メッセージは送信済み（そのID）' },
  notSent: {
    en: 'the message was not sent, and may be sent again',
    ja: 'メッセージは送信されていない（もう一度送ってよい）',
  },
  by: { en: 'your name; asked for if not given', ja: 'お名前（指定しない場合は尋ねる）' },
  reason: { en: 'with --free: why; asked for if not given', ja: '--free の理由（指定しない場合は尋ねる）' },
  operation: {
    en: 'decide on what was shown as this operation, without being asked',
    ja: '表示されたこの操作について、確認なしで決定する',
  },
  seenAt: {
    en: 'with --operation: when it was shown, before you looked elsewhere for what is not there',
    ja: '--operation と一緒に：それが表示された時刻（ほかの場所で、ないことを確かめる前の時刻）',
  },
  after: {
    en: '\nWithout a CASE it takes every open item. --list only lists them; --look asks the remotes too, and decides nothing.\nWithout a terminal, name the decision, the operation that was shown, and your name: kura settle CASE --release --operation ID --by NAME.\nOf several cases, repeat --operation in their order.\nExit status: 0 if everything is settled, 3 if something is still open, 1 if something failed.',
    ja: '\n番号を指定しないと、未処理のものを順に処理します。--list は一覧だけ、--look は問い合わせの結果だけを表示します。\n画面で答えられない場合は、決定、表示された操作、お名前を指定してください：\nkura settle 番号 --release --operation ID --by お名前\n番号が複数ある場合は、同じ順に --operation を繰り返します。\n終了コードは、すべて処理できれば0、残りがあれば3、失敗があれば1です。',
  },
})
