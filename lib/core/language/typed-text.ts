const YES = ['yes', 'y', 'はい']
const NO = ['no', 'n', 'いいえ']

/** Returns undefined if the answer is neither yes nor no. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.normalize('NFKC').trim().toLowerCase()
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : undefined
}

/** Returns the text in half width (NFKC), without spaces and invisible characters, and with `-` for dashes. */
export function foldNumber(text: string): string {
  return foldDashes(text.normalize('NFKC').replaceAll(/[\s\p{Cf}]/gu, ''))
}

/** The long vowel mark becomes `-` too, because the minus key types ー while a person writes kana. */
export function foldDashes(text: string): string {
  return text.replaceAll(/[˗‐-―⁃−─━ーｰ]/g, '-')
}
