/** A yes or a no as people type it, in English or in Japanese. */

const YES = ['yes', 'y', 'はい']
const NO = ['no', 'n', 'いいえ']

/** Undefined if it is neither. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.normalize('NFKC').trim().toLowerCase()
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : undefined
}
