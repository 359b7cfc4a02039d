/** The check of a move: what is wrong with robots, sitemaps, lists and settings; and the notes of a report. */
import type { Message } from '../message.ts'

interface Count {
  readonly count: number
}
interface Limit {
  readonly bytes: number
}
interface Reason {
  readonly reason: string
}

export const MOVE_SITE = {
  redirectsInstead: {
    en: ({ status, href }: { status: number; href: string }) =>
      `redirects with ${status} to ${href}, expected 200`,
    ja: ({ status, href }: { status: number; href: string }) =>
      `${href}に転送されています（${status}、正しくは200）`,
  },
  namesNoSitemap: {
    en: () => 'names no sitemap',
    ja: () => 'サイトマップの記載がありません',
  },
  sitemapElsewhere: {
    en: ({ href, host }: { href: string; host: string }) =>
      `names the sitemap "${href}", expected one on ${host}`,
    ja: ({ href, host }: { href: string; host: string }) =>
      `サイトマップ「${href}」が記載されています（正しくは${host}のもの）`,
  },
  fileHoldsOldDomain: {
    en: ({ count }: Count) => `holds the old domain ${count} times`,
    ja: ({ count }: Count) => `旧ドメインが${count}か所に残っています`,
  },
  forbidsHomepage: {
    en: () => 'forbids the homepage to this check',
    ja: () => 'このチェックがトップページを見ることを禁止しています',
  },
  listsElsewhere: {
    en: ({ href, more, host }: { href: string; more: number; host: string }) =>
      `lists "${href}"${more > 0 ? ` and ${more} more` : ''}, expected addresses that begin with https://${host}/`,
    ja: ({ href, more, host }: { href: string; more: number; host: string }) =>
      `「${href}」${more > 0 ? `ほか${more}件` : ''}が載っています（正しくはhttps://${host}/で始まるアドレス）`,
  },
  holdsNoAddress: {
    en: () => 'holds no address',
    ja: () => 'アドレスが1件も載っていません',
  },
  overBytes: {
    en: ({ bytes }: Limit) => `is over ${bytes} bytes`,
    ja: ({ bytes }: Limit, { number }) => `${number(bytes)}バイトを超えています`,
  },
  overBytesUnpacked: {
    en: ({ bytes }: Limit) => `is over ${bytes} bytes once decompressed`,
    ja: ({ bytes }: Limit, { number }) => `展開すると${number(bytes)}バイトを超えます`,
  },
  noGzip: {
    en: () => 'is truncated or no gzip file',
    ja: () => '途中で切れているか、gzipファイルではありません',
  },
  truncated: {
    en: () => 'is truncated',
    ja: () => '途中で切れています',
  },
  nestedTooDeep: {
    en: ({ most }: { most: number }) => `is nested deeper than ${most} elements`,
    ja: ({ most }: { most: number }) => `要素の入れ子が${most}段を超えています`,
  },
  addressTooLong: {
    en: () => 'holds an address that is too long',
    ja: () => '長すぎるアドレスがあります',
  },
  emptyAddress: {
    en: () => 'holds an empty <loc>',
    ja: () => '空の<loc>があります',
  },
  tooLarge: {
    en: () => 'is too large',
    ja: () => '大きすぎます',
  },
  holdsNoAddressLine: {
    en: ({ line }: { line: string }) => `holds "${line}", which is no address: is it a sitemap`,
    ja: ({ line }: { line: string }) =>
      `アドレスではない行「${line}」があります。サイトマップかどうか確認してください`,
  },
  otherRoot: {
    en: ({ name }: { name: string }) => `begins with <${name}>: expected <urlset> or <sitemapindex>`,
    ja: ({ name }: { name: string }) => `<${name}>で始まっています（正しくは<urlset>または<sitemapindex>）`,
  },
  tooManyAddresses: {
    en: ({ count }: Count) => `holds more than ${count} addresses; only the first ${count} are read`,
    ja: ({ count }: Count, { number }) =>
      `アドレスが${number(count)}件を超えているため、先頭の${number(count)}件だけを読みました`,
  },
  unreadSitemaps: {
    en: ({ count }: Count) => `lists ${count} sitemaps that were not read: too deep or too many`,
    ja: ({ count }: Count) => `階層が深すぎるか数が多すぎるため、${count}件のサイトマップを読んでいません`,
  },
  pagesLeftOut: {
    en: ({ count, most }: Count & { most: number }) =>
      `lists ${count} pages more than the ${most} that are checked (--max-pages)`,
    ja: ({ count, most }: Count & { most: number }) =>
      `確認の上限${most}ページを${count}ページ超えています（--max-pages）`,
  },
  oldListProblem: {
    en: ({ file, reason }: Reason & { file: string }) => `${file} ${reason}`,
    ja: ({ file, reason }: Reason & { file: string }) => `${file}：${reason}`,
  },
  oldListMoved: {
    en: () => 'redirects; give the copy that was saved before the move',
    ja: () => '転送されています。移転前に保存したものを指定してください',
  },
  baselineIncomplete: {
    en: () => 'was not recorded to its end: run kura move record again before the move',
    ja: () => '最後まで記録されていません。移転前に次のコマンドをもう一度実行してください: kura move record',
  },
  checkerWithoutNew: {
    en: () => 'does not name the new domain',
    ja: () => '新ドメインの記載がありません',
  },
  checkerWithOld: {
    en: ({ lines }: { lines: string }) => `still names the old domain, in line ${lines}`,
    ja: ({ lines }: { lines: string }) => `旧ドメインが残っています（${lines}行目）`,
  },
  noteAliasMissing: {
    en: ({ host }: { host: string }) => `${host} does not resolve, so it was no form of the old addresses`,
    ja: ({ host }: { host: string }) =>
      `${host}は名前を解決できないため、旧アドレスの一つとしては扱っていません`,
  },
  noteElsewhere: {
    en: ({ count, domain, names }: Count & { domain: string; names: string }) =>
      `${count} addresses of the list are not on ${domain} and were left out: ${names}`,
    ja: ({ count, domain, names }: Count & { domain: string; names: string }) =>
      `一覧のうち${count}件は${domain}のアドレスではないため除外しました：${names}`,
  },
  noteUnlisted: {
    en: ({ count, names }: Count & { names: string }) =>
      `${count} pages of the old site answer on the new one but are not in its sitemap: ${names}`,
    ja: ({ count, names }: Count & { names: string }) =>
      `旧サイトの${count}ページは新サイトにありますが、新しいサイトマップに載っていません：${names}`,
  },
  noteLinksLeftOut: {
    en: ({ count }: Count) => `${count} more links were not requested (--max-pages)`,
    ja: ({ count }: Count) => `ほかに${count}件のリンクは確認していません（--max-pages）`,
  },
} satisfies Record<string, Message<never>>
