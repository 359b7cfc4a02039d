/** The check of a move: what is wrong with a page of the new site. Each is the end of a sentence that begins with its address. */
import type { Message } from '../message.ts'

interface Reason {
  readonly reason: string
}
interface Address {
  readonly href: string
}
interface Directives {
  readonly directives: string
}
interface Alternate extends Address {
  readonly language: string
}
interface OldStrings {
  readonly count: number
  readonly place: string
  readonly forms: string
  /** Names below the old domain; empty if there are none. */
  readonly names: string
}
interface DeadLink extends Reason {
  readonly page: string
  /** How many more pages have the link. */
  readonly more: number
}

const linkedFrom = ({ page, more }: DeadLink) =>
  `linked from ${page}${more > 0 ? ` and ${more} more ${more === 1 ? 'page' : 'pages'}` : ''}`
const linkedFromJa = ({ page, more }: DeadLink) => `リンク元：${page}${more > 0 ? `、ほか${more}ページ` : ''}`

export const MOVE_PAGE = {
  redirectsWithoutPage: {
    en: ({ href }: Address) => `redirects to ${href} and has no page of its own`,
    ja: ({ href }: Address) => `${href}に転送されるだけで、ページがありません`,
  },
  noText: {
    en: () => 'has no readable text',
    ja: () => '読み取れるテキストがありません',
  },
  tooLong: {
    en: () => 'is longer than the limit; the rest was not read',
    ja: () => 'ページが長すぎるため、途中までしか読んでいません',
  },
  listedRedirects: {
    en: ({ status, href }: Address & { status: number }) =>
      `is in the sitemap and redirects with ${status} to ${href}`,
    ja: ({ status, href }: Address & { status: number }) =>
      `サイトマップに載っていますが、${href}に転送されています（${status}）`,
  },
  listedFails: {
    en: ({ reason }: Reason) => `is in the sitemap and ${reason}`,
    ja: ({ reason }: Reason) => `サイトマップに載っていますが、${reason}`,
  },
  noNewPage: {
    en: ({ reason }: Reason) => `was a page of the old site, and no new page answers for it: it ${reason}`,
    ja: ({ reason }: Reason) =>
      `旧サイトにあったページですが、新サイトに対応するページがありません：${reason}`,
  },
  noCanonical: {
    en: () => 'has no canonical link',
    ja: () => 'canonicalの指定がありません',
  },
  otherCanonical: {
    en: ({ href, place }: Address & { place: string }) =>
      `names "${href}" as canonical in its ${place}, expected its own address`,
    ja: ({ href, place }: Address & { place: string }) =>
      `canonical（${place}）が別のアドレス「${href}」を指しています（正しくは自分自身のアドレス）`,
  },
  otherSocialUrl: {
    en: ({ href, name }: Address & { name: string }) =>
      `names "${href}" as ${name}, expected its own address`,
    ja: ({ href, name }: Address & { name: string }) =>
      `${name}が別のアドレス「${href}」を指しています（正しくは自分自身のアドレス）`,
  },
  alternatesWithoutItself: {
    en: () => 'names other languages by hreflang but not itself',
    ja: () => 'hreflangに他の言語はありますが、自分自身がありません',
  },
  alternateFails: {
    en: ({ language, href, reason }: Alternate & Reason) =>
      `names ${href} as its page in "${language}" by hreflang, which ${reason}`,
    ja: ({ language, href, reason }: Alternate & Reason) =>
      `hreflang「${language}」が指す${href}は、${reason}`,
  },
  alternateOneWay: {
    en: ({ language, href }: Alternate) =>
      `names ${href} as its page in "${language}" by hreflang, which does not name it back`,
    ja: ({ language, href }: Alternate) =>
      `hreflang「${language}」が指す${href}から、このページへのhreflangがありません`,
  },
  holdsOldDomain: {
    en: ({ count, place, forms, names }: OldStrings) =>
      `holds the old domain ${count === 1 ? 'once' : `${count} times`} in ${place} (${forms})${names && `; names below it: ${names}`}`,
    ja: ({ count, place, forms, names }: OldStrings) =>
      `旧ドメインが${count}か所に残っています（場所：${place}、形式：${forms}）${names && `。サブドメイン：${names}`}`,
  },
  noindex: {
    en: ({ directives }: Directives) => `asks search engines not to index it (${directives})`,
    ja: ({ directives }: Directives) => `検索結果に載せない指定があります（${directives}）`,
  },
  noindexSinceMove: {
    en: ({ directives }: Directives) =>
      `asks search engines not to index it (${directives}), which it did not before the move`,
    ja: ({ directives }: Directives) =>
      `移転前にはなかった「検索結果に載せない指定」があります（${directives}）`,
  },
  refresh: {
    en: ({ href }: Address) => `redirects to "${href}" by a refresh meta`,
    ja: ({ href }: Address) => `meta refreshで「${href}」に転送しています`,
  },
  refreshSinceMove: {
    en: ({ href }: Address) => `redirects to "${href}" by a refresh meta, which it did not before the move`,
    ja: ({ href }: Address) => `移転前にはなかったmeta refreshで「${href}」に転送しています`,
  },
  brokenStructuredData: {
    en: ({ problem }: { problem: string }) => `has structured data that is not JSON: ${problem}`,
    ja: ({ problem }: { problem: string }) => `構造化データがJSONとして読めません：${problem}`,
  },
  softNotFound: {
    en: () => 'answers 200 although there is no such page (soft 404): a page that is gone cannot be noticed',
    ja: () => '存在しないページなのに200を返しています（ソフト404）。ページがなくなっても気づけません',
  },
  softNotFoundRedirect: {
    en: ({ href }: Address) =>
      `is no page, but redirects to ${href} instead of answering 404 (soft 404): a page that is gone cannot be noticed`,
    ja: ({ href }: Address) =>
      `存在しないページなのに404ではなく${href}に転送しています（ソフト404）。ページがなくなっても気づけません`,
  },
  oldAnswersAnything: {
    en: () => 'answers 200 although there is no such page: the old host still answers by itself',
    ja: () => '存在しないページなのに200を返しています。旧サイトがまだ応答しています',
  },
  showsNotFound: {
    en: () => 'shows the same as an address without a page (soft 404)',
    ja: () => '存在しないページと同じ内容を表示しています（ソフト404）',
  },
  deadLink: {
    en: (link: DeadLink) => `${link.reason}; ${linkedFrom(link)}`,
    ja: (link: DeadLink) => `リンク切れです：${link.reason}（${linkedFromJa(link)}）`,
  },
  deadLinkBefore: {
    en: (link: DeadLink) => `${link.reason}, as before the move; ${linkedFrom(link)}`,
    ja: (link: DeadLink) => `移転前からのリンク切れです：${link.reason}（${linkedFromJa(link)}）`,
  },
  linkUnknown: {
    en: (link: DeadLink) => `${link.reason}; ${linkedFrom(link)}`,
    ja: (link: DeadLink) => `リンク先を確認できません：${link.reason}（${linkedFromJa(link)}）`,
  },
} satisfies Record<string, Message<never>>
