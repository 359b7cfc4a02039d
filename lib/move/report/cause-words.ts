import { catalogue } from '../../core/language/catalogue.ts'

export const MOVE_CAUSES = catalogue('move.causes', {
  homepage: { en: 'Old addresses lead to the homepage', ja: '旧アドレスがトップページに転送される' },
  homepageDo: {
    en: 'Redirect each old address to the same path on the new domain. Replace the rule by:',
    ja: '旧アドレスを、新ドメインの同じパスに転送してください。転送ルールを次のものに置き換えます。',
  },
  path: { en: 'The redirect changes the path', ja: '転送でパスが変わる' },
  pathDo: {
    en: 'Redirect each old address to the same path on the new domain, with a rule that keeps it:',
    ja: 'パスをそのまま引き継ぐ転送ルールにしてください。',
  },
  query: { en: 'The redirect loses the query', ja: '転送でクエリー（?以降）が失われる' },
  queryDo: {
    en: 'Use a rule of the host that redirects to the path alone: the host adds the query itself.',
    ja: '転送先にパスだけを書く転送ルールにしてください。クエリーはサーバーが引き継ぎます。',
  },
  notRedirected: { en: 'Old addresses are not redirected', ja: '旧アドレスが転送されない' },
  notRedirectedDo: {
    en: 'Add the rule for this host before all other rules:',
    ja: 'このホストの転送ルールを、ほかのルールより前に追加してください。',
  },
  redirectKind: { en: 'The redirect is not permanent', ja: '恒久的な転送になっていない' },
  redirectKindDo: {
    en: 'Make the redirect permanent (301 or 308):',
    ja: '恒久的な転送（301または308）にしてください。',
  },
  chain: { en: 'Too many redirects, or a loop', ja: '転送が多すぎる、または循環している' },
  chainDo: {
    en: 'Redirect each old address in one step. kura move lint shows which rules follow each other. The rule:',
    ja: '旧アドレスを1回で転送してください。ルールのつながりは kura move lint で確認できます。ルールは次のとおりです。',
  },
  homepage301: { en: 'The old homepage answers 308', ja: '旧サイトのトップページが308を返す' },
  homepage301Do: {
    en: 'Only needed for a change-of-address tool that requires 301. Put this rule first:',
    ja: '301を求めるアドレス変更ツールを使う場合だけ対応してください。次のルールを最初に置きます。',
  },
  missing: { en: 'The new site lacks a page', ja: '新サイトにページがない' },
  missingDo: {
    en: 'Publish the page, or redirect the old address to the page that replaces it: put a rule such as this one, with the right destination, before the others.',
    ja: 'ページを公開するか、代わりになるページに転送してください。次のようなルールの転送先を直し、ほかのルールより前に置きます。',
  },
  robots: { en: 'Search engines are kept out', ja: '検索エンジンを拒否している' },
  robotsDo: {
    en: 'Remove the rule from robots.txt, or the noindex directive from the page or its headers.',
    ja: 'robots.txtの該当する行、またはページやヘッダーのnoindexの指定を削除してください。',
  },
  content: { en: 'A page does not say what it said', ja: 'ページの内容が以前と違う' },
  contentDo: {
    en: 'Compare the page with the old one, and publish its text, title and description again, in UTF-8.',
    ja: '旧ページと見比べ、本文・タイトル・説明文をUTF-8で公開し直してください。',
  },
  notFoundPage: { en: 'A missing page answers 200', ja: '存在しないページが200を返す' },
  notFoundPageDo: {
    en: 'Let the host answer 404 for an address without a page, and publish the pages that are lacking.',
    ja: 'ページのないアドレスには404を返すように設定し、足りないページを公開してください。',
  },
  canonical: { en: 'A page names another address as its own', ja: 'ページが別のアドレスを正規としている' },
  canonicalDo: {
    en: "Set canonical, og:url and twitter:url to the page's own address on the new domain.",
    ja: 'canonical、og:url、twitter:urlを、新ドメインのそのページ自身のアドレスにしてください。',
  },
  language: { en: 'Language versions do not name each other', ja: '言語版どうしの指定が合わない' },
  languageDo: {
    en: 'List every language version in each of them by hreflang, the page itself included.',
    ja: 'すべての言語版に、自分自身を含む全言語版のhreflangを書いてください。',
  },
  oldDomain: { en: 'The old domain is still written', ja: '旧ドメインが残っている' },
  oldDomainDo: {
    en: 'Replace the old domain in the source of these files, in every spelling, and publish them again.',
    ja: '元のファイルに残る旧ドメインを、表記の違いも含めて置き換え、公開し直してください。',
  },
  refresh: { en: 'A page redirects by itself', ja: 'ページ自身が別のページへ移動させる' },
  refreshDo: {
    en: 'Remove the refresh or the script, and redirect with a rule of the host.',
    ja: 'refreshやスクリプトをやめ、サーバーの転送ルールを使ってください。',
  },
  https: { en: 'Something is loaded or answered without https', ja: 'httpsになっていない' },
  httpsDo: {
    en: 'Redirect http to https permanently, and write https:// in every address.',
    ja: 'httpからhttpsへ恒久的に転送し、アドレスはすべてhttps://で書いてください。',
  },
  deadLink: { en: 'Dead links and files', ja: 'リンク切れ' },
  deadLinkDo: {
    en: 'Publish what is linked, or correct the link on the pages that are named.',
    ja: 'リンク先を公開するか、リンク元のページを直してください。',
  },
  sitemap: { en: 'The sitemap does not fit the new site', ja: 'サイトマップが新サイトと合わない' },
  sitemapDo: {
    en: 'Write the sitemap anew: every page that answers 200, on the new domain; and name it in robots.txt.',
    ja: '200を返す新ドメインの全ページでサイトマップを作り直し、robots.txtに記載してください。',
  },
  settings: { en: 'Settings name the wrong domain', ja: '設定ファイルのドメインが違う' },
  settingsDo: {
    en: 'Name the new domain, and only it, in the settings of the checker.',
    ja: 'チェックツールの設定には、新ドメインだけを書いてください。',
  },
  structuredData: { en: 'Structured data cannot be read', ja: '構造化データが読み取れない' },
  structuredDataDo: {
    en: 'Correct the JSON of the structured data.',
    ja: '構造化データのJSONを直してください。',
  },
  list: { en: 'The lists are incomplete', ja: '一覧が不完全' },
  listDo: {
    en: 'Give the whole list of the old addresses, or raise the limit (--max-pages), and check again.',
    ja: '旧アドレスの一覧をすべて指定するか、上限（--max-pages）を上げて、もう一度確認してください。',
  },
  unchecked: { en: 'Addresses that could not be checked', ja: '確認できなかったアドレス' },
  uncheckedDo: {
    en: 'Let the host answer this check (user agent kura-move-check), or wait, and check again.',
    ja: 'このチェック（kura-move-check）への応答を許可するか、時間をおいて、もう一度確認してください。',
  },
  answer: { en: 'An address does not answer as it should', ja: '正しく応答しないアドレス' },
  answerDo: {
    en: 'Look at the address in a browser and at the log of the host.',
    ja: 'ブラウザーとサーバーのログで、そのアドレスを確認してください。',
  },
})
