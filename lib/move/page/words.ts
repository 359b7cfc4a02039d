/** The texts of findings about pages. Each is the end of a sentence that begins with the address. */
import { catalogue } from '../../core/language/catalogue.ts'

export const MOVE_PAGE = catalogue('move.page', {
  redirectsWithoutPage: {
    en: 'redirects to {href} and has no page of its own',
    ja: '{href}に転送されるだけで、ページがありません',
  },
  noText: { en: 'has no readable text', ja: '読み取れるテキストがありません' },
  tooLong: {
    en: 'is longer than the limit; the rest was not read',
    ja: 'ページが長すぎるため、途中までしか読んでいません',
  },
  listedRedirects: {
    en: 'is in the sitemap and redirects with {status} to {href}',
    ja: 'サイトマップに載っていますが、{href}に転送されています（{status}）',
  },
  listedFails: { en: 'is in the sitemap and {reason}', ja: 'サイトマップに載っていますが、{reason}' },
  noNewPage: {
    en: 'was a page of the old site, and no new page answers for it: it {reason}{longer}',
    ja: '旧サイトにあったページですが、新サイトに対応するページがありません：{reason}{longer}',
  },
  longerName: {
    en: '; {href} begins alike and is longer: weblogs (WordPress) cut a name at 200 bytes, so redirect to it',
    ja: '。{href}は同じ文字で始まる、より長い名前のページです。WordPressなどは名前を200バイトで切るため、このページへ転送してください',
  },
  noCanonical: { en: 'has no canonical link', ja: 'canonicalの指定がありません' },
  otherCanonical: {
    en: 'names "{href}" as canonical in its {place}, expected its own address',
    ja: 'canonical（{place}）が別のアドレス「{href}」を指しています（正しくは自分自身のアドレス）',
  },
  otherSocialUrl: {
    en: 'names "{href}" as {name}, expected its own address',
    ja: '{name}が別のアドレス「{href}」を指しています（正しくは自分自身のアドレス）',
  },
  alternatesWithoutItself: {
    en: 'names other languages by hreflang but not itself',
    ja: 'hreflangに他の言語はありますが、自分自身がありません',
  },
  alternateFails: {
    en: 'names {href} as its page in "{language}" by hreflang, which {reason}',
    ja: 'hreflang「{language}」が指す{href}は、{reason}',
  },
  alternateOneWay: {
    en: 'names {href} as its page in "{language}" by hreflang, which does not name it back',
    ja: 'hreflang「{language}」が指す{href}から、このページへのhreflangがありません',
  },
  holdsOldDomain: {
    en: 'holds the old domain {count, plural, one {once} other {{count} times}} in {place} ({forms}){below}: "{found}"',
    ja: '旧ドメインが{count}か所に残っています（場所：{place}、形式：{forms}）{below}：「{found}」',
  },
  noindex: {
    en: 'asks search engines not to index it ({directives})',
    ja: '検索結果に載せない指定があります（{directives}）',
  },
  noindexSinceMove: {
    en: 'asks search engines not to index it ({directives}), which it did not before the move',
    ja: '移転前にはなかった「検索結果に載せない指定」があります（{directives}）',
  },
  refresh: { en: 'redirects to "{href}" by a refresh meta', ja: 'meta refreshで「{href}」に転送しています' },
  refreshSinceMove: {
    en: 'redirects to "{href}" by a refresh meta, which it did not before the move',
    ja: '移転前にはなかったmeta refreshで「{href}」に転送しています',
  },
  refreshByScript: {
    en: 'leads to "{href}" by a script, which is no HTTP redirect',
    ja: 'HTTPの転送ではなく、スクリプトで「{href}」に移動しています',
  },
  refreshByScriptSinceMove: {
    en: 'leads to "{href}" by a script, which is no HTTP redirect and was not there before the move',
    ja: '移転前にはなかったスクリプトで「{href}」に移動しています（HTTPの転送ではありません）',
  },
  blank: {
    en: 'is blank: it has a title and links for search engines, and no text',
    ja: '空白のページです（本文がありません）',
  },
  blankSinceMove: {
    en: 'is blank; before the move it had {before} letters of text',
    ja: '空白のページです（移転前の本文は{before, number}文字）',
  },
  shrank: {
    en: 'has lost most of its text: {after} letters, before the move {before}; it begins with "{found}"',
    ja: '本文の大部分が失われています（移転前{before, number}文字、移転後{after, number}文字。書き出し：「{found}」）',
  },
  saysOther: {
    en: 'says something else than before the move: {percent} % of its text is still there, {titles}, and it begins with "{found}"',
    ja: '移転前と内容が違います（移転前の文章のうち{percent}%だけが残っています。{titles}。書き出し：「{found}」）',
  },
  sameTitle: { en: 'its title is still "{title}"', ja: 'タイトルは「{title}」のまま' },
  otherTitle: {
    en: 'its title "{before}" became "{title}"',
    ja: 'タイトルは「{before}」から「{title}」に変更',
  },
  garbled: { en: 'is in the wrong character set: "{found}"', ja: '文字化けしています：「{found}」' },
  saysNotFound: {
    en: 'answers 200 and says that there is no such page: "{found}"',
    ja: '200を返していますが、ページがないと表示しています：「{found}」',
  },
  titleLost: {
    en: 'has no title; before the move it was "{before}"',
    ja: 'タイトルがなくなっています（移転前：「{before}」）',
  },
  descriptionLost: {
    en: 'has no description for search results; before the move it was "{before}"',
    ja: '検索結果用の説明文がなくなっています（移転前：「{before}」）',
  },
  sharedTitle: {
    en: 'has the title "{found}" (before the move "{before}"), like {count} other pages that had titles of their own before the move',
    ja: 'タイトルが「{found}」です（移転前：「{before}」）。移転前は別々のタイトルだったほかの{count}ページも同じタイトルになっています',
  },
  mixedContent: {
    en: 'loads "{href}" over http, which browsers block on a page over https',
    ja: '「{href}」をhttpで読み込んでいます（httpsのページではブラウザーが読み込みません）',
  },
  wrongType: {
    en: 'answers 200 with a page ({found}), expected {wanted}',
    ja: '200を返していますが、中身が{wanted}ではなくページです（{found}）',
  },
  style: { en: 'a style', ja: 'スタイルシート' },
  script: { en: 'a script', ja: 'スクリプト' },
  picture: { en: 'a picture or font', ja: '画像またはフォント' },
  emptyFile: { en: 'answers 200 with nothing in it', ja: '200を返していますが、中身が空です' },
  emptyFeed: {
    en: 'is a feed without entries; before the move it had {before}',
    ja: 'フィードに項目がありません（移転前は{before, number}件）',
  },
  brokenStructuredData: {
    en: 'has structured data that is not JSON: {problem}',
    ja: '構造化データがJSONとして読めません：{problem}',
  },
  softNotFound: {
    en: 'answers 200 although there is no such page (soft 404), with "{found}": a page that is gone cannot be noticed',
    ja: '存在しないページなのに200を返しています（ソフト404、表示：「{found}」）。ページがなくなっても気づけません',
  },
  softNotFoundRedirect: {
    en: 'is no page, but redirects to {href} instead of answering 404 (soft 404): a page that is gone cannot be noticed',
    ja: '存在しないページなのに404ではなく{href}に転送しています（ソフト404）。ページがなくなっても気づけません',
  },
  oldAnswersAnything: {
    en: 'answers 200 although there is no such page, with "{found}": the old host still answers by itself',
    ja: '存在しないページなのに200を返しています（表示：「{found}」）。旧サイトがまだ応答しています',
  },
  showsNotFound: {
    en: 'shows the same as an address without a page (soft 404): "{found}"',
    ja: '存在しないページと同じ内容を表示しています（ソフト404）：「{found}」',
  },
  deadLink: {
    en: '{reason}; linked from {page}{more, plural, =0 {} one { and {more} more page} other { and {more} more pages}}',
    ja: 'リンク切れです：{reason}（リンク元：{page}{more, plural, =0 {} other {、ほか{more}ページ}}）',
  },
  deadLinkBefore: {
    en: '{reason}, as before the move; linked from {page}{more, plural, =0 {} one { and {more} more page} other { and {more} more pages}}',
    ja: '移転前からのリンク切れです：{reason}（リンク元：{page}{more, plural, =0 {} other {、ほか{more}ページ}}）',
  },
  linkUnknown: {
    en: '{reason}; linked from {page}{more, plural, =0 {} one { and {more} more page} other { and {more} more pages}}',
    ja: 'リンク先を確認できません：{reason}（リンク元：{page}{more, plural, =0 {} other {、ほか{more}ページ}}）',
  },
})
