import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import type { Phrase } from '../../../core/phrase.ts'

const STATES = catalogue('journal.states', {
  enqueued: { en: 'enqueued', ja: '待機中' },
  working: { en: 'working', ja: '作成中' },
  uploaded: { en: 'uploaded', ja: '完了' },
  failed: { en: 'failed', ja: '失敗' },
})

const WORDS = catalogue('journal.report', {
  is: { en: 'the report is {status}', ja: '仕訳帳の作成：{status}' },
})

/** A status that kura does not know is shown as the service gives it. */
export function reportText(status: string): Phrase {
  const known = Object.hasOwn(STATES, status) ? phrase(STATES[status as keyof typeof STATES]) : status
  return phrase(WORDS.is, { status: known })
}
