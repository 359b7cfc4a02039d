const YES = ['yes', 'y', 'はい']
const NO = ['no', 'n', 'いいえ']

/** Undefined if the answer is neither yes nor no. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.normalize('NFKC').trim().toLowerCase()
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : undefined
}

/** In half width (NFKC), without spaces and invisible characters; dashes become `-`. */
export function foldNumber(text: string): string {
  return foldDashes(text.normalize('NFKC').replaceAll(/[\s\p{Cf}]/gu, ''))
}

/** The long vowel mark becomes `-` too: the key of the minus types ー while a person writes kana. */
export function foldDashes(text: string): string {
  return text.replaceAll(/[˗‐-―⁃−─━ーｰ]/g, '-')
}
