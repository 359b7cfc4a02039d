import { catalogue } from '../../core/language/catalogue.ts'

export const MOVE_REPORT = catalogue('move.report', {
  title: {
    en: 'Site move: {from} to {to}',
    ja: 'サイト移転の確認：{from} → {to}',
  },
  passed: { en: 'passed', ja: '合格' },
  accepted: { en: 'accepted', ja: '承認済み' },
  warning: { en: 'warning', ja: '注意' },
  unknown: { en: 'unknown', ja: '未確認' },
  failed: { en: 'failed', ja: '不合格' },
  expected: { en: 'expected', ja: '想定どおり' },
  notAsked: { en: 'not asked', ja: '対象外' },
  verdictPassed: {
    en: 'Everything is as it should be.',
    ja: 'すべて問題ありません。',
  },
  verdictAccepted: {
    en: 'The move is complete. A person accepted every finding that is left.',
    ja: '移転は完了しています。残っている指摘は、すべて担当者が承認しています。',
  },
  verdictWarning: {
    en: 'The move is complete, with warnings.',
    ja: '移転は完了しています。ただし、注意が必要な点があります。',
  },
  verdictUnknown: {
    en: 'Nothing failed, but something could not be checked: this is not a pass.',
    ja: '不合格はありませんが、確認できなかった点があるため、合格とはいえません。',
  },
  verdictFailed: {
    en: 'The move is not complete: something failed.',
    ja: '移転は完了していません。不合格の項目があります。',
  },
  partial: {
    en: 'This report is partial: the check was stopped before its end.',
    ja: 'このレポートは途中までの結果です。確認は最後まで行われていません。',
  },
  stoppedAfter: {
    en: 'Partial report: stopped after {checked, number} of {expected, plural, =0 {an unknown number of} one {#} other {#}} pages.',
    ja: '途中までの結果：{expected, plural, =0 {} other {#ページ中}}{checked, number}ページで停止しました。',
  },
  checkedAt: {
    en: '{at, date, time} ({zone}), took {took}',
    ja: '{at, date, time}（{zone}）開始、所要時間{took}',
  },
  seconds: { en: '{seconds, number} s', ja: '{seconds, number}秒' },
  minutes: { en: '{minutes, number} min', ja: '{minutes, number}分' },
  point: { en: 'point {count}', ja: '項目{count}' },
  thePoints: { en: 'The eight points', ja: '8つの確認項目' },
  wrong: { en: 'What is wrong, the worst first', ja: '問題点（重要なものから順に表示）' },
  whatToDo: { en: 'What to do:', ja: '対応：' },
  places: {
    en: '{count, plural, one {# finding} other {# findings}}: {folders}{more, plural, =0 {} one { and # more folder} other { and # more folders}}',
    ja: '{count, number}件：{folders}{more, plural, =0 {} other {ほか#フォルダー}}',
  },
  folder: { en: '{folder} {count, number}', ja: '{folder} {count, number}件' },
  answered: { en: 'The host answers {rule}.', ja: 'サーバーの応答：{rule}' },
  acceptedBy: {
    en: 'Accepted by {by}, {at, date, day}: {reason}',
    ja: '{at, date, day}に{by}が承認：{reason}',
  },
  noteUnmatched: {
    en: 'no finding matches this accepted entry any more: {name} {what} ({by}, {at, date, day})',
    ja: '次の承認に当てはまる指摘は、もうありません：{name} {what}（{by}、{at, date, day}）',
  },
  moreCauses: {
    en: '{count, plural, one {# more cause is} other {# more causes are}} in the files beside this page.',
    ja: 'ほかに{count, number}件の原因があります。このページと同じ場所のファイルをご覧ください。',
  },
  columnPoint: { en: 'Point', ja: '項目' },
  columnVerdict: { en: 'Verdict', ja: '結果' },
  columnRequirement: { en: 'Requirement', ja: '確認内容' },
  columnChecked: { en: 'Checked', ja: '確認' },
  columnPassed: { en: 'Passed', ja: '合格' },
  columnAccepted: { en: 'Accepted', ja: '承認済み' },
  columnWarned: { en: 'Warned', ja: '注意' },
  columnUnknown: { en: 'Unknown', ja: '未確認' },
  columnFailed: { en: 'Failed', ja: '不合格' },
  oldDomain: { en: 'The old domain in texts', ja: 'テキストに残る旧ドメイン' },
  columnPlace: { en: 'Place', ja: '場所' },
  columnForm: { en: 'Form', ja: '形式' },
  columnBefore: { en: 'Before', ja: '移転前' },
  columnAfter: { en: 'After', ja: '移転後' },
  stringsBoth: {
    en: '{before, number} before, {after, number} after',
    ja: '移転前{before, number}件、移転後{after, number}件',
  },
  stringsAfter: {
    en: '{count, number} after; no saved copy to compare',
    ja: '移転後{count, number}件（移転前の記録がないため比較できません）',
  },
  comparison: { en: 'Before and after', ja: '移転前と移転後の比較' },
  comparedWith: {
    en: 'Compared with the baseline of {at, date, time}.',
    ja: '{at, date, time}に記録した移転前のサイトと比較しています。',
  },
  columnWhat: { en: 'What', ja: '内容' },
  rowPages: { en: 'Pages that answer 200', ja: '表示できるページ' },
  rowNoindex: {
    en: 'Pages that ask not to be indexed',
    ja: '検索結果に載せない指定のあるページ',
  },
  rowRefresh: { en: 'Pages with a refresh meta', ja: 'meta refreshのあるページ' },
  rowDeadLinks: { en: 'Dead links', ja: 'リンク切れ' },
  rowStrings: { en: 'The old domain in texts', ja: 'テキストに残る旧ドメイン' },
  samples: {
    en: 'Forms of the old addresses',
    ja: '旧アドレスの表記ごとの確認',
  },
  samplesSentence: {
    en: '{requested, number} of {addresses, number} addresses were requested. Every page was requested as listed and with a query; other forms only for a sample of the pages that meet the same rule, unless one of them had a finding.',
    ja: '{addresses, number}件のアドレスのうち{requested, number}件にアクセスしました。各ページは、一覧どおりの表記とクエリー付きの表記で必ず確認しています。そのほかの表記は、同じ転送ルールのページから一部を選んで確認し、指摘が1件でもあれば全ページを確認しています。',
  },
  columnRule: { en: 'Rule', ja: '転送ルール' },
  columnPaths: { en: 'Paths', ja: 'パス' },
  columnForms: { en: 'Forms', ja: '表記の数' },
  columnAddresses: { en: 'Addresses', ja: 'アドレス' },
  columnRequested: { en: 'Requested', ja: 'アクセス' },
  columnFindings: { en: 'With findings', ja: '指摘あり' },
  notes: { en: 'Notes', ja: '備考' },
  point1: {
    en: 'Every page of the new domain answers 200, names itself as canonical and holds no old-domain string',
    ja: '新ドメインの全ページが200を返し、canonicalが自分自身を指し、旧ドメインの文字列が残っていない',
  },
  point2: {
    en: 'Every old URL redirects permanently to the same path on the new domain',
    ja: '旧URLがすべて、新ドメインの同じパスに恒久的に転送される',
  },
  point3: {
    en: 'The www name redirects permanently to the apex',
    ja: 'www付きの名前が、wwwなしの名前に恒久的に転送される',
  },
  point4: {
    en: 'The sitemap and the robots file point to the new domain',
    ja: 'サイトマップとrobots.txtが新ドメインを指している',
  },
  point5: {
    en: 'Every URL of the sitemap answers 200 without a redirect',
    ja: 'サイトマップのURLがすべて、転送されずに200を返す',
  },
  point6: {
    en: "The checker's own allowed-domain setting names the new domain",
    ja: '自社のチェックツールの許可ドメインが新ドメインになっている',
  },
  point7: {
    en: 'Search consoles will say "not registered because of a redirect" for old URLs',
    ja: '旧URLについて、検索管理ツールに「リダイレクトのため未登録」と表示される',
  },
  point8: {
    en: 'External links and printed codes keep working and need no change',
    ja: '外部のリンクや印刷物のコードはそのまま使えるため、変更を依頼する必要がない',
  },
  noteNoAlias: {
    en: '{host} has no www name of its own',
    ja: '{host}にはwww付きの名前がありません',
  },
  noteNoSettings: {
    en: 'no settings file was named (--checker-config)',
    ja: '設定ファイルが指定されていません（--checker-config）',
  },
  noteConsole: {
    en: 'needs no action for the {passed} old pages that redirect to a page which answers 200{others, plural, =0 {} one {; the other {others} must pass point 2 first} other {; the other {others} must pass point 2 first}}',
    ja: '200を返すページに転送される{passed}ページについては、対応は不要です{others, plural, =0 {} other {。残りの{others}ページは、まず項目2の対応が必要です}}',
  },
  noteLinks: {
    en: 'holds for {passed} of {checked} old pages, in every form that was tried{others, plural, =0 {} one {; the other {others} must pass point 2 first} other {; the other {others} must pass point 2 first}}',
    ja: '旧ページ{checked}件中{passed}件で、確認したすべての表記について満たしています{others, plural, =0 {} other {。残りの{others}件は、まず項目2の対応が必要です}}',
  },
})
