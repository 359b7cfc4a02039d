/** Errors of the host in the words of the person who typed the command: options, or a file, instead of a request's members. */
import { AppError } from '../../errors.ts'

type Wording = readonly [pattern: RegExp, words: string]

const OPTIONS: Wording = [/^Cannot read the body/, 'Cannot use the options']

/** A deal whose one line came from options; the longer names first. */
const DEAL_OPTIONS: readonly Wording[] = [
  [/^Cannot read the body/, 'Cannot use the deal'],
  [/"?details\.0\.account_item(?:_id)?\b"?/g, '--account-item'],
  [/"?details\.0\.tax_code\b"?/g, '--tax-code'],
  [/"?details\.0\.tax_category\b"?/g, '--tax-category'],
  [/"?details\.0\.(rate|qualified|amount|description)\b"?/g, '--$1'],
  [/"?details(?:\.0)?\b"?/g, 'the line'],
  [/\baccount_item_id or account_item\b/g, '--account-item'],
  [/\btax_code\b/g, '--tax-code'],
  [/\btax_category\b/g, '--tax-category'],
  [/\brate (and|together with) qualified\b/g, '--rate $1 --qualified'],
  [/"?\bissue_date\b"?/g, '--date'],
  [/"case"/g, '--case'],
]

/** The words for a deal: those of its file, or of its options if there is none. */
export function dealWords(file: string | undefined): readonly Wording[] {
  return file === undefined ? DEAL_OPTIONS : [[/^Cannot read the body/, `Cannot use the deal "${file}"`]]
}

/** The words for what a person decides about a case. */
export const DECISION_WORDS: readonly Wording[] = [
  OPTIONS,
  [/"person"/g, '--by'],
  [/"(reason|operation)"/g, '--$1'],
]

export const LEARNING_WORDS: readonly Wording[] = [
  OPTIONS,
  [/"issue_date"/g, '--date'],
  [/"account_item"/g, '--account-item'],
  [/"tax_codes(?:\.\d+)?"/g, '--codes'],
]

/** What `work` gives; a refusal of its request is told in these words. */
export async function inOwnWords<T>(words: readonly Wording[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError && error.code === 'bad_request' ? reworded(error, words) : error
  }
}

function reworded(error: AppError, words: readonly Wording[]): AppError {
  const say = (text: string) => words.reduce((said, [pattern, own]) => said.replace(pattern, own), text)
  const { hint, status, details } = error
  const { problems } = details
  return new AppError(error.code, say(error.message), {
    ...(hint !== undefined && { hint: say(hint) }),
    ...(status !== undefined && { status }),
    details: { ...details, ...(Array.isArray(problems) && { problems: problems.map(String).map(say) }) },
    cause: error,
  })
}
