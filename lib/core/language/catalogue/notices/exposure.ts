/** Files that anybody can read. */
import { kura, matter } from './words.ts'

const MOST_PATHS = 5

function pathsOf(open: readonly string[]): string {
  const more = open.length - MOST_PATHS
  return open.slice(0, MOST_PATHS).join(', ') + (more > 0 ? ` +${more}` : '')
}

export const exposureMatters = {
  exposure_open: matter<{ url: string; open: readonly string[]; at: string }>({
    urgency: 'exposure',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'A host is open to strangers',
          other: `${number(count)} hosts are open to strangers`,
        }),
      ja: (count, { number }) => `外部から誰でも閲覧できる状態のホストが${number(count)}件あります`,
    },
    line: {
      en: ({ url, open, at }, { day }) =>
        `${url}, ${pathsOf(open) || 'a check failed'}, probed on ${day(Date.parse(at))}`,
      ja: ({ url, open, at }, { day }) =>
        `${url} 公開中：${pathsOf(open) || '検査に不合格のパス'}（${day(Date.parse(at))}に検査）`,
    },
    meaning: {
      en: () => 'Anybody can read these paths without a key.',
      ja: () => '認証なしで、誰でもこれらのファイルを読み取れます。',
    },
    act: {
      en: () => 'close these paths, then probe again',
      ja: () => '公開を止めてから、もう一度検査してください',
    },
    command: ({ url }) => kura('probe', url, '--report'),
    name: ({ url }) => url,
    over: {
      en: names => `No longer open to strangers: ${names}`,
      ja: names => `外部から閲覧できなくなりました：${names}`,
    },
  }),
}
