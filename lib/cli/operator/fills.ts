/** An error of the host about a member of the request names the option or the argument that fills the member. */
import { Argument, type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { AppError } from '../../core/errors.ts'
import type {
  Contract,
  EndpointName,
  GivenBody,
  GivenQuery,
  ParamName,
  PathOf,
} from '../../core/http/contract.ts'
import { catalogue, phrase } from '../../core/language/catalogue.ts'
import { english } from '../../core/language/text.ts'
import { inWords, isName, phraseInWords, type TypedWords, wordOf } from '../../core/language/typed-words.ts'
import type { Phrase } from '../../core/phrase.ts'

const WORDS = catalogue('fills', {
  unusable: { en: 'Cannot use {word}: {expected}', ja: '{word}の値は使えません', onlyEn: ['expected'] },
  unusableAll: {
    en: 'Cannot use what was typed: {expected}',
    ja: '入力された内容は使えません',
    onlyEn: ['expected'],
  },
  otherVersion: {
    en: 'Cannot call the host: it does not take "{member}" as this program gives it: {expected}',
    ja: '公開したkuraが「{member}」を受け付けません',
    onlyEn: ['expected'],
  },
  sameVersion: {
    en: 'the deployment and this checkout may be of different versions: use the same one',
    ja: '公開したkuraと、この端末のkuraのバージョンが違う可能性があります。同じバージョンにしてください',
  },
})

type NameOf<T> = T extends Uint8Array | undefined ? never : T extends object ? keyof T & string : never

type Taken<C extends Contract, Name extends EndpointName<C>> = {
  [N in Name]: ParamName<PathOf<C, N>> | NameOf<GivenQuery<C, N>> | NameOf<GivenBody<C, N>>
}[Name]

/** A member of the requests (`amount`), a nested member (`details.amount`), or the whole request (the empty string). */
export type Fillable<C extends Contract> =
  | Taken<C, EndpointName<C>>
  | `${Taken<C, EndpointName<C>>}.${string}`
  | ''

const FILLED = new WeakMap<object, readonly string[]>()

/**
 * Binds an option or an argument to members of the request. Members are written without list indices: `details.amount`.
 * Nested members need no binding of their own.
 */
export function filling<C extends Contract>() {
  type Members = readonly Fillable<C>[]
  return {
    option: <Flags extends string>(flags: Flags, description: string, ...members: Members) =>
      bound(new Option(flags, description), members),
    argument: <Usage extends string>(usage: Usage, description: string, ...members: Members) =>
      bound(new Argument(usage, description), members),
  }
}

function bound<Part extends Option | Argument>(part: Part, members: readonly string[]): Part {
  FILLED.set(part, members)
  return part
}

/** Puts the typed words into an error of the host, and keeps its code and details. Other errors stay unchanged. */
export function inTypedWords(error: unknown, command: CommandUnknownOpts): unknown {
  if (!(error instanceof AppError) || error.details['status'] === undefined) return error
  return errorInWords(error, typedWords(command))
}

/**
 * Returns what the person typed for each member. Beside a file with the whole request, an option counts only if it was
 * typed. Of two options for a member, the typed one counts.
 */
function typedWords(command: CommandUnknownOpts): TypedWords {
  const given = command.registeredArguments.flatMap((argument, index) =>
    wordsOfArgument(argument, command.processedArgs[index]),
  )
  const hasFile = given.some(([member]) => member === '')
  const wordsOf = (options: readonly Option[]) =>
    options.flatMap(option => membersOf(option).map(member => [member, option.long ?? ''] as const))
  const typed = command.options.filter(
    option => command.getOptionValueSource(option.attributeName()) === 'cli',
  )
  return new Map([...given, ...(hasFile ? [] : wordsOf(command.options)), ...wordsOf(typed)])
}

function wordsOfArgument(argument: Argument, value: unknown): (readonly [member: string, word: string])[] {
  const file = typeof value === 'string' ? fileWord(value) : undefined
  return membersOf(argument).flatMap(member => {
    const word = member === '' ? file : `<${argument.name()}>`
    return word === undefined ? [] : [[member, word] as const]
  })
}

function membersOf(part: Option | Argument): readonly string[] {
  return FILLED.get(part) ?? []
}

function fileWord(value: string): string {
  return value === '-' ? 'standard input' : `"${value}"`
}

function errorInWords(error: AppError, words: TypedWords): AppError {
  const say = (text: string) => inWords(text, words)
  const { hint, status, details } = error
  const { member, problems } = details
  const refusal =
    typeof member === 'string' ? refusalOf(member, say(hint ?? 'it is not valid'), words) : undefined
  const { message, help } = refusal ?? {}
  return new AppError(error.code, message ? english(message) : say(error.message), {
    ...(refusal
      ? { phrase: refusal.message, ...(help && { hint: english(help), hintPhrase: help }) }
      : hint && { hint: say(hint) }),
    ...(!refusal && error.phrase && { phrase: phraseInWords(error.phrase, words) }),
    ...(!refusal && error.hintPhrase && { hintPhrase: phraseInWords(error.hintPhrase, words) }),
    ...(status !== undefined && { status }),
    details: { ...details, ...(Array.isArray(problems) && { problems: problems.map(String).map(say) }) },
    cause: error,
  })
}

function refusalOf(
  member: string,
  expected: string,
  words: TypedWords,
): { readonly message: Phrase; readonly help?: Phrase } {
  const word = member === '' ? words.get('') : wordOf(member, words)
  if (word !== undefined) return { message: phrase(WORDS.unusable, { word, expected }) }
  if (isWhole(member, words)) return { message: phrase(WORDS.unusableAll, { expected }) }
  return { message: phrase(WORDS.otherVersion, { member, expected }), help: phrase(WORDS.sameVersion) }
}

function isWhole(member: string, words: TypedWords): boolean {
  const name = member.split('.').filter(isName).join('.')
  return name === '' || [...words.keys()].some(known => known.startsWith(`${name}.`))
}
