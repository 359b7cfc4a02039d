/** The texts of findings about redirects. Each is the end of a sentence that begins with the address. */
import { catalogue } from '../../core/language/catalogue.ts'

export const MOVE_REDIRECTS = catalogue('move.redirects', {
  loop: { en: 'redirects in a loop, back to {href}', ja: '転送が循環し、{href}に戻っています' },
  leaves: {
    en: 'redirects to {href}, which is not part of this move',
    ja: 'この移転と関係のない{href}に転送しています',
  },
  stillRedirected: {
    en: 'is still redirected after {count} redirects',
    ja: '{count}回転送しても終わりません',
  },
  redirectsToWhich: {
    en: 'redirects to {href}, which {reason}',
    ja: '{href}に転送されますが、その先は{reason}',
  },
  temporary: {
    en: 'answers {status} at {href}, expected 301 or 308',
    ja: '{href}が一時的な転送（{status}）になっています（正しくは301または308）',
  },
  manyRedirects: {
    en: 'takes {count} redirects, expected at most {most}',
    ja: '転送が{count}回あります（{most}回以内が必要です）',
  },
  insecure: {
    en: 'redirects to {href} on its way, over http, expected https',
    ja: '途中でhttpのアドレス{href}に転送されています（正しくはhttps）',
  },
  withoutLocation: {
    en: 'answers {status} without a Location',
    ja: '{status}を返していますが、転送先（Location）がありません',
  },
  staysOld: {
    en: 'answers {status} and does not redirect to {host}',
    ja: '{status}を返しており、{host}に転送されません',
  },
  losesQuery: {
    en: 'redirects to {arrival}: the query is not the same, expected {target}',
    ja: '{arrival}に転送され、クエリー（?以降）が変わっています（正しくは{target}）',
  },
  losesPath: {
    en: 'redirects to {arrival}: the path is not the same, expected {target}',
    ja: '{arrival}に転送され、パスが変わっています（正しくは{target}）',
  },
  homepage308: {
    en: 'is the old homepage and answers 308: a change-of-address tool may require 301 here (kura move rules --homepage-301)',
    ja: '旧サイトのトップページが308を返しています。アドレス変更ツールは301を求めることがあります (kura move rules --homepage-301)',
  },
  endsWith: {
    en: 'ends at {href}, which answers {status}{longer}',
    ja: '最終的に{href}に転送され、{status}が返ります{longer}',
  },
  endsUnknown: {
    en: 'ends at {href}, which answers {status} to this check',
    ja: '最終的に{href}に転送されますが、このチェックには{status}が返るため確認できません',
  },
  endsUnlisted: {
    en: 'ends at {href}, which answers {status}; the list does not name this form',
    ja: '最終的に{href}に転送され、{status}が返ります（この形のアドレスは一覧にありません）',
  },
  endsOutside: {
    en: 'ends at {href}, expected an address that begins with {origin}/',
    ja: '最終的に{href}に転送されています（正しくは{origin}/で始まるアドレス）',
  },
  endsElsewhere: { en: 'ends at {href}, another page', ja: '最終的に別のページ{href}に転送されています' },
  endsWithoutQuery: {
    en: 'ends at {href}, without the query of the request',
    ja: '最終的に{href}に転送され、クエリー（?以降）が失われています',
  },
})
