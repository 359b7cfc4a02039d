import { catalogue } from '../../../core/language/catalogue.ts'

export const CAP_REFUSALS = catalogue('registrar.caps', {
  order: {
    en: 'Cannot buy "{domain}" for {amount}{after}: the cap of the order is {cap}',
    ja: '1件あたりの上限{cap}を超えます：{domain}、{amount}{after}',
  },
  day: {
    en: 'Cannot buy "{domain}" for {amount}{after}: the cap of the day is {cap}',
    ja: '1日の上限{cap}を超えます：{domain}、{amount}{after}',
  },
  month: {
    en: 'Cannot buy "{domain}" for {amount}{after}: the cap of the month is {cap}',
    ja: '1か月の上限{cap}を超えます：{domain}、{amount}{after}',
  },
  after: { en: ' after {used}', ja: '（使用済み{used}）' },
})
