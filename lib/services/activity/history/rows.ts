import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import type { Entry } from '../contract-schemas.ts'
import { wordsOf } from './act-words.ts'

const WORDS = catalogue('activity.history', {
  key: { en: 'key {keyid}', ja: '鍵 {keyid}' },
  passkey: { en: 'passkey {id}', ja: 'パスキー {id}' },
  cron: { en: 'kura, daily work', ja: 'kura（毎日の処理）' },
  local: { en: 'the computer that runs kura', ja: 'kuraを動かすコンピューター' },
  browser: { en: 'a browser', ja: 'ブラウザー' },
  kura: { en: 'kura', ja: 'kura' },
  refused: { en: 'not done ({code})', ja: '実行されず（{code}）' },
  unknown: { en: 'outcome unknown ({code})', ja: '結果不明（{code}）' },
})

export function callerOf({ by }: Pick<Entry, 'by'>): Phrase {
  if (by === 'cron' || by === 'local' || by === 'browser' || by === 'kura') return phrase(WORDS[by])
  const [, id] = /^passkey:(.+)$/.exec(by) ?? []
  return id === undefined ? phrase(WORDS.key, { keyid: by }) : phrase(WORDS.passkey, { id })
}

/** The words for the act, or its name if this version of kura has no words for it. */
export function actOf(entry: Pick<Entry, 'act' | 'endpoint'>): Reason {
  const words = wordsOf(entry)
  return words ? phrase(words) : entry.act
}

/** How the call failed; undefined if it did not. */
export function failureOf({ status, code = String(status) }: Pick<Entry, 'status' | 'code'>) {
  if (status < 400) return undefined
  return phrase(status < 500 ? WORDS.refused : WORDS.unknown, { code })
}
