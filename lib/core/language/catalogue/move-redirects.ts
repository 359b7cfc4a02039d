/** The check of a move: what is wrong with a redirect. Each is the end of a sentence that begins with its address. */
import type { Message } from '../message.ts'

interface Target {
  readonly href: string
}
interface Reason {
  readonly reason: string
}
interface Status {
  readonly status: number
}
interface Arrival {
  readonly arrival: string
  readonly target: string
}

export const MOVE_REDIRECTS = {
  loop: {
    en: ({ href }: Target) => `redirects in a loop, back to ${href}`,
    ja: ({ href }: Target) => `転送が循環し、${href}に戻っています`,
  },
  leaves: {
    en: ({ href }: Target) => `redirects to ${href}, which is not part of this move`,
    ja: ({ href }: Target) => `この移転と関係のない${href}に転送しています`,
  },
  stillRedirected: {
    en: ({ count }: { count: number }) => `is still redirected after ${count} redirects`,
    ja: ({ count }: { count: number }) => `${count}回転送しても終わりません`,
  },
  redirectsToWhich: {
    en: ({ href, reason }: Target & Reason) => `redirects to ${href}, which ${reason}`,
    ja: ({ href, reason }: Target & Reason) => `${href}に転送されますが、その先は${reason}`,
  },
  temporary: {
    en: ({ status, href }: Status & Target) => `answers ${status} at ${href}, expected 301 or 308`,
    ja: ({ status, href }: Status & Target) =>
      `${href}が一時的な転送（${status}）になっています（正しくは301または308）`,
  },
  manyRedirects: {
    en: ({ count, most }: { count: number; most: number }) =>
      `takes ${count} redirects, expected at most ${most}`,
    ja: ({ count, most }: { count: number; most: number }) =>
      `転送が${count}回あります（${most}回以内が必要です）`,
  },
  withoutLocation: {
    en: ({ status }: Status) => `answers ${status} without a Location`,
    ja: ({ status }: Status) => `${status}を返していますが、転送先（Location）がありません`,
  },
  staysOld: {
    en: ({ status, host }: Status & { host: string }) => `answers ${status} and does not redirect to ${host}`,
    ja: ({ status, host }: Status & { host: string }) => `${status}を返しており、${host}に転送されません`,
  },
  losesQuery: {
    en: ({ arrival, target }: Arrival) =>
      `redirects to ${arrival}: the query is not the same, expected ${target}`,
    ja: ({ arrival, target }: Arrival) =>
      `${arrival}に転送され、クエリー（?以降）が変わっています（正しくは${target}）`,
  },
  losesPath: {
    en: ({ arrival, target }: Arrival) =>
      `redirects to ${arrival}: the path is not the same, expected ${target}`,
    ja: ({ arrival, target }: Arrival) => `${arrival}に転送され、パスが変わっています（正しくは${target}）`,
  },
  homepage308: {
    en: () =>
      'is the old homepage and answers 308: a change-of-address tool may require 301 here (kura move rules --homepage-301)',
    ja: () =>
      '旧サイトのトップページが308を返しています。アドレス変更ツールは301を求めることがあります (kura move rules --homepage-301)',
  },
  endsWith: {
    en: ({ href, status }: Target & Status) => `ends at ${href}, which answers ${status}`,
    ja: ({ href, status }: Target & Status) => `最終的に${href}に転送され、${status}が返ります`,
  },
  endsUnknown: {
    en: ({ href, status }: Target & Status) => `ends at ${href}, which answers ${status} to this check`,
    ja: ({ href, status }: Target & Status) =>
      `最終的に${href}に転送されますが、このチェックには${status}が返るため確認できません`,
  },
  endsUnlisted: {
    en: ({ href, status }: Target & Status) =>
      `ends at ${href}, which answers ${status}; the list does not name this form`,
    ja: ({ href, status }: Target & Status) =>
      `最終的に${href}に転送され、${status}が返ります（この形のアドレスは一覧にありません）`,
  },
  endsOutside: {
    en: ({ href, origin }: Target & { origin: string }) =>
      `ends at ${href}, expected an address that begins with ${origin}/`,
    ja: ({ href, origin }: Target & { origin: string }) =>
      `最終的に${href}に転送されています（正しくは${origin}/で始まるアドレス）`,
  },
  endsElsewhere: {
    en: ({ href }: Target) => `ends at ${href}, another page`,
    ja: ({ href }: Target) => `最終的に別のページ${href}に転送されています`,
  },
  endsWithoutQuery: {
    en: ({ href }: Target) => `ends at ${href}, without the query of the request`,
    ja: ({ href }: Target) => `最終的に${href}に転送され、クエリー（?以降）が失われています`,
  },
} satisfies Record<string, Message<never>>
