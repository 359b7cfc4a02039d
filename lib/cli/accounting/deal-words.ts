/** Errors about a deal in the words of the person who typed it: options, or the file, instead of the members of a request. */
import { AppError } from '../../errors.ts'

/** Where a deal came from. */
export interface DealOrigin {
  /** Undefined if all came from options. */
  readonly file: string | undefined
}

type Wording = readonly [pattern: RegExp, words: string]

/** A line that came from options; the longer names first. */
const LINE_WORDS: readonly Wording[] = [
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

const BODY: Wording = [/^Cannot read the body/, 'Cannot use the deal']

/** What `work` gives; an error of the request is told in the person's own words. */
export async function inDealWords<T>(origin: DealOrigin, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError && error.code === 'bad_request' ? reworded(error, origin) : error
  }
}

function reworded(error: AppError, { file }: DealOrigin): AppError {
  const wordings: readonly Wording[] =
    file === undefined ? [...LINE_WORDS, BODY] : [[BODY[0], `Cannot use the deal "${file}"`]]
  const say = (text: string) =>
    wordings.reduce((said, [pattern, words]) => said.replace(pattern, words), text)
  const { hint, status, details } = error
  const { problems } = details
  return new AppError(error.code, say(error.message), {
    ...(hint !== undefined && { hint: say(hint) }),
    ...(status !== undefined && { status }),
    details: { ...details, ...(Array.isArray(problems) && { problems: problems.map(String).map(say) }) },
    cause: error,
  })
}
