import { catalogue } from '../../core/language/catalogue.ts'

export const MOVE_SITE = catalogue('move.site', {
  redirectsInstead: {
    en: 'redirects with {status} to {href}, expected 200',
    ja: '{href}に転送されています（{status}、正しくは200）',
  },
  namesNoSitemap: { en: 'names no sitemap', ja: 'サイトマップの記載がありません' },
  sitemapElsewhere: {
    en: 'names the sitemap "{href}", expected one on {host}',
    ja: 'サイトマップ「{href}」が記載されています（正しくは{host}のもの）',
  },
  fileHoldsOldDomain: {
    en: 'holds the old domain {count, plural, one {once} other {{count} times}}: "{found}"',
    ja: '旧ドメインが{count}か所に残っています：「{found}」',
  },
  robotsFails: {
    en: 'answers {status}: as long as it does, search engines visit no page of the site',
    ja: '{status}を返しています。この間、検索エンジンはサイトのどのページも読みに来ません',
  },
  robotsForbidsPages: {
    en: 'forbids {robots} {count, plural, one {a page} other {# pages}} that the old site allowed, by "{rule}" in line {line}: {names}',
    ja: '旧サイトでは許可されていた{count, number}ページを、{robots}に禁止しています（{line}行目「{rule}」、例：{names}）',
  },
  robotsForbidsListed: {
    en: 'forbids {robots} {count, plural, one {a page} other {# pages}} of the site, by "{rule}" in line {line}: {names}',
    ja: 'サイトの{count, number}ページを、{robots}に禁止しています（{line}行目「{rule}」、例：{names}）',
  },
  robotsForbidsFiles: {
    en: 'forbids {robots} {count, plural, one {a file} other {# files}} that pages need to be shown (styles, scripts), by "{rule}" in line {line}: {names}',
    ja: 'ページの表示に必要なファイル（スタイルシート、スクリプト）{count, number}件を、{robots}に禁止しています（{line}行目「{rule}」、例：{names}）',
  },
  everyRobot: { en: 'every search engine', ja: 'すべての検索エンジン' },
  otherRobots: { en: 'other search engines', ja: 'その他の検索エンジン' },
  robotsForbidsCheck: {
    en: 'forbids this check {count, plural, one {a page} other {# pages}}, by "{rule}" in line {line}: their content was not checked',
    ja: 'このチェックに{count, number}ページを禁止しているため、内容を確認できません（{line}行目「{rule}」）',
  },
  robotsKeeps: {
    en: 'keeps this check from {count, plural, one {an address} other {# addresses}}, because it forbids them or cannot be read',
    ja: '禁止しているか読み取れないため、このチェックは{count, number}件のアドレスを確認できません',
  },
  sitemapShrank: {
    en: 'no longer lists {count} of the {total} pages that the old sitemap listed: {names}',
    ja: '旧サイトマップの{total, number}ページのうち、{count, number}ページが載っていません（例：{names}）',
  },
  httpAnswers: {
    en: 'answers {status} over http, expected a permanent redirect to https',
    ja: 'httpのまま{status}を返しています（正しくはhttpsへの恒久的な転送）',
  },
  httpLeads: {
    en: 'redirects over http with {status} to {href}, expected a permanent redirect to the same address over https',
    ja: 'httpで{href}に転送されています（{status}、正しくは同じアドレスのhttpsへの恒久的な転送）',
  },
  noteHsts: {
    en: '{host} asks browsers to use only https for {days} days (HSTS){more}',
    ja: '{host}は、{days, number}日間httpsだけを使うようブラウザーに求めています（HSTS）{more}',
  },
  noteHstsBelow: { en: ', also for its subdomains', ja: '。サブドメインも対象です' },
  noteNoHsts: {
    en: '{host} does not ask browsers to use only https (HSTS)',
    ja: '{host}は、httpsだけを使うようブラウザーに求めていません（HSTS）',
  },
  listsElsewhere: {
    en: 'lists "{href}"{more, plural, =0 {} one { and {more} more} other { and {more} more}}, expected addresses that begin with https://{host}/',
    ja: '「{href}」{more, plural, =0 {} other {ほか{more}件}}が載っています（正しくはhttps://{host}/で始まるアドレス）',
  },
  holdsNoAddress: { en: 'holds no address', ja: 'アドレスが1件も載っていません' },
  overBytes: { en: 'is over {bytes} bytes', ja: '{bytes, number}バイトを超えています' },
  overBytesUnpacked: {
    en: 'is over {bytes} bytes once decompressed',
    ja: '展開すると{bytes, number}バイトを超えます',
  },
  noGzip: { en: 'is truncated or no gzip file', ja: '途中で切れているか、gzipファイルではありません' },
  truncated: { en: 'is truncated', ja: '途中で切れています' },
  nestedTooDeep: { en: 'is nested deeper than {most} elements', ja: '要素の入れ子が{most}段を超えています' },
  addressTooLong: { en: 'holds an address that is too long', ja: '長すぎるアドレスがあります' },
  emptyAddress: { en: 'holds an empty <loc>', ja: '空の<loc>があります' },
  bareAmpersand: {
    en: 'is no valid XML: search engines cannot read its bare "&", which must be "&amp;" ("{found}")',
    ja: '「&」がそのまま書かれているため、検索エンジンが読めません。「&amp;」と書いてください（「{found}」）',
  },
  tooLarge: { en: 'is too large', ja: '大きすぎます' },
  holdsNoAddressLine: {
    en: 'holds "{line}", which is no address: is it a sitemap',
    ja: 'アドレスではない行「{line}」があります。サイトマップかどうか確認してください',
  },
  otherRoot: {
    en: 'begins with <{name}>: expected <urlset>, <sitemapindex> or a feed',
    ja: '<{name}>で始まっています（正しくは<urlset>、<sitemapindex>、フィードのいずれか）',
  },
  tooManyAddresses: {
    en: 'holds more than {count} addresses; only the first {count} are read',
    ja: 'アドレスが{count, number}件を超えているため、先頭の{count, number}件だけを読みました',
  },
  unreadSitemaps: {
    en: 'lists {count} sitemaps that were not read: too deep or too many',
    ja: '階層が深すぎるか数が多すぎるため、{count}件のサイトマップを読んでいません',
  },
  pagesLeftOut: {
    en: 'lists {count} pages more than the {most} that are checked (--max-pages)',
    ja: '確認の上限{most}ページを{count}ページ超えています（--max-pages）',
  },
  oldListProblem: { en: '{file} {reason}', ja: '{file}：{reason}' },
  oldListMoved: {
    en: 'redirects; give the copy that was saved before the move',
    ja: '転送されています。移転前に保存したものを指定してください',
  },
  baselineIncomplete: {
    en: 'was not recorded to its end: run kura move record again before the move',
    ja: '最後まで記録されていません。移転前に次のコマンドをもう一度実行してください: kura move record',
  },
  checkerWithoutNew: { en: 'does not name the new domain', ja: '新ドメインの記載がありません' },
  checkerWithOld: {
    en: 'still names the old domain, in line {lines}: "{found}"',
    ja: '旧ドメインが残っています（{lines}行目：「{found}」）',
  },
  noteAliasMissing: {
    en: '{host} does not resolve, so it was no form of the old addresses',
    ja: '{host}は名前を解決できないため、旧アドレスの一つとしては扱っていません',
  },
  noteElsewhere: {
    en: '{count} addresses of the list are not on {domain} and were left out: {names}',
    ja: '一覧のうち{count}件は{domain}のアドレスではないため除外しました：{names}',
  },
  noteUnlisted: {
    en: '{count} pages of the old site answer on the new one but are not in its sitemap: {names}',
    ja: '旧サイトの{count}ページは新サイトにありますが、新しいサイトマップに載っていません：{names}',
  },
  noteLinksLeftOut: {
    en: '{count} more links were not requested (--max-pages)',
    ja: 'ほかに{count}件のリンクは確認していません（--max-pages）',
  },
})
