import type { Language } from '../../../core/language/language.ts'
import { readYesNo } from '../../../core/language/typed-text.ts'

const JAPANESE: Readonly<Record<string, string>> = {
  yes: 'はい',
  no: 'いいえ',
  on: 'はい',
  off: 'いいえ',
  free: '無料',
  paid: '有料',
  none: 'なし',
  unset: '未定',
}

export function choiceText(value: string, language: Language): string {
  return language === 'ja' ? (JAPANESE[value] ?? value) : value
}

/** Returns the chosen value; undefined if the answer is none of `values`. `y` and `はい` mean `yes` and `on`. */
export function readChoice(text: string, values: readonly string[]): string | undefined {
  const word = text.normalize('NFKC').trim().toLowerCase()
  const meant = values.find(value => [value, JAPANESE[value]].includes(word))
  if (meant !== undefined) return meant
  const yes = readYesNo(word)
  return values.find(value => (yes ? ['yes', 'on'] : yes === false ? ['no', 'off'] : []).includes(value))
}
