/** The names of a sync's long steps, for the progress. */
import { catalogue, phrase } from '../core/language/catalogue.ts'

const WORKS = catalogue('work', {
  checking: { en: 'checking', ja: '確認中' },
  fetching: { en: 'fetching', ja: '取得中' },
})

export const CHECKING = phrase(WORKS.checking)
export const FETCHING = phrase(WORKS.fetching)
