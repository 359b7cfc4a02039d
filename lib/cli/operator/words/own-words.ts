/**
 * Errors of the host in the words of the person who typed the command. An error names a member of a request in backticks;
 * each service has a table that says for each member of each of its endpoints what a person types.
 */
import { AppError } from '../../../core/errors.ts'
import type {
  Contract,
  EndpointName,
  GivenBody,
  GivenQuery,
  ParamName,
  PathOf,
} from '../../../core/http/contract.ts'

/** The program gives this member, or leaves it out: a refusal of it is no fault of the person. */
export const FILLED = null

/** No command sends this endpoint; `kura api` does, with the members as they are. */
export const UNSENT = 'no command sends it'

/** What a person types for a member: an option, an argument, or words such as `the subject of the message`. */
export type OwnWord = string | typeof FILLED

/**
 * The words of a request by member, without the indices of lists: `details.amount`. A member inside another needs no word of
 * its own. The word of '' is that of the whole request, such as a file.
 */
export type OwnWords = Readonly<Record<string, OwnWord>>

type MemberOf<T> = T extends Uint8Array | undefined ? never : T extends object ? keyof T & string : never

/** What an endpoint takes, by name: the segments of its path, its query, its body. */
type Taken<C extends Contract, Name extends EndpointName<C>> =
  | ParamName<PathOf<C, Name>>
  | MemberOf<GivenQuery<C, Name>>
  | MemberOf<GivenBody<C, Name>>

/** The words of every endpoint of a contract that takes something; the compiler asks for each member. */
export type ContractWords<C extends Contract> = {
  readonly [Name in EndpointName<C> as [Taken<C, Name>] extends [never] ? never : Name]:
    | (Readonly<Record<Taken<C, Name>, OwnWord>> & OwnWords)
    | typeof UNSENT
}

/** The words for what a person typed this time, by endpoint; they replace those of the table. */
export type OtherWords = Readonly<Record<string, OwnWords>>

const NAMED = /`([A-Za-z_]\w*(?:\.\w+)*)`/g

/** A text of the host with the members that it names in the words of the person. */
export function inOwnWords(text: string, words: OwnWords): string {
  return text.replace(NAMED, (quoted, member: string) => wordOf(member, words) ?? quoted)
}

/** The error of a request in the words of the person; its code, its other details and its cause are kept. */
export function errorInOwnWords(error: AppError, words: OwnWords): AppError {
  const say = (text: string) => inOwnWords(text, words)
  const { hint, status, details } = error
  const { member, problems } = details
  const said =
    typeof member === 'string' ? refusalOf(member, say(hint ?? 'it is not valid'), words) : undefined
  const { message = say(error.message), help = said ? undefined : hint && say(hint) } = said ?? {}
  return new AppError(error.code, message, {
    ...(help !== undefined && { hint: help }),
    ...(status !== undefined && { status }),
    details: { ...details, ...(Array.isArray(problems) && { problems: problems.map(String).map(say) }) },
    cause: error,
  })
}

/** What the host's schema says of one member. */
function refusalOf(
  member: string,
  expected: string,
  words: OwnWords,
): { readonly message: string; readonly help?: string } {
  const word = member === '' ? words[''] : wordOf(member, words)
  if (typeof word === 'string') return { message: `Cannot use ${word}: ${expected}` }
  if (member === '') return { message: `Cannot use what was typed: ${expected}` }
  return {
    message: `Cannot call the host: it does not take "${member}" as this program gives it: ${expected}`,
    help: 'the deployment and this checkout may be of different versions: use the same one',
  }
}

/** The word of a member, or what is inside the nearest one that has a word; FILLED and undefined if there is none. */
function wordOf(member: string, words: OwnWords): OwnWord | undefined {
  const path = member.split('.')
  for (let length = path.length; length >= 0; length--) {
    const name = path.slice(0, length).filter(isName).join('.')
    const word = words[name]
    if (word === undefined) continue
    const rest = length === 0 ? path : path.slice(length)
    return word === FILLED || !rest.some(isName) ? word : `"${rest.join('.')}" of ${word}`
  }
  return undefined
}

function isName(segment: string): boolean {
  return !/^\d+$/.test(segment)
}
