import { catalogue, phrase } from '../core/language/catalogue.ts'
import { kura, openItem } from '../core/language/open-item.ts'

const WORDS = catalogue('notices.exposure', {
  failed: { en: 'a check failed', ja: '検査に不合格のパス' },
})

const MOST_PATHS = 5

function pathsOf(open: readonly string[]): string {
  const more = open.length - MOST_PATHS
  return open.slice(0, MOST_PATHS).join(', ') + (more > 0 ? ` +${more}` : '')
}

export const exposureItems = {
  exposure_open: openItem({
    ...catalogue('notices.exposure_open', {
      title: {
        en: '{count, plural, one {A host is open to strangers} other {# hosts are open to strangers}}',
        ja: '外部から誰でも閲覧できる状態のホストが{count, number}件あります',
      },
      line: {
        en: '{url}, {paths}, probed on {at, date, day}',
        ja: '{url} 公開中：{paths}（{at, date, day}に検査）',
      },
      meaning: {
        en: 'Anybody can read these paths without a key.',
        ja: '認証なしで、誰でもこれらのファイルを読み取れます。',
      },
      act: {
        en: 'close these paths, then probe again',
        ja: '公開を止めてから、もう一度検査してください',
      },
      over: {
        en: 'No longer open to strangers: {names}',
        ja: '外部から閲覧できなくなりました：{names}',
      },
    }),
    urgency: 'exposure',
    command: ({ url }) => kura('probe', url, '--report'),
    name: ({ url }) => url,
    values: (facts: { url: string; open: readonly string[]; at: string }) => ({
      url: facts.url,
      paths: pathsOf(facts.open) || phrase(WORDS.failed),
      at: Date.parse(facts.at),
    }),
  }),
}
