/** Reads a typed yes or no, in English or Japanese. */

const YES = ['yes', 'y', 'はい']
const NO = ['no', 'n', 'いいえ']

/** The answer; undefined if it is neither yes nor no. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.normalize('NFKC').trim().toLowerCase()
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : undefined
}
