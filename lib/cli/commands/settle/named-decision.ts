import type { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import type { SettleOptions } from './command.ts'
import { ALL_KINDS, type DecisionName, KIND_NAMES, KINDS, type Kind, type OpenItem } from './open-item.ts'
import { OPTIONS } from './words.ts'

/** What the options state. Without `name`, they state no decision, so the command asks the person about each item. */
export interface Asked {
  readonly name?: DecisionName
  /** The identifier of the order or the message that the option gives. */
  readonly value?: string
  /** The kinds of items about which this decision can be made. */
  readonly kinds: readonly Kind[]
}

const FLAGS: Readonly<Record<DecisionName, string>> = {
  release: '--release',
  free: '--free',
  order: '--order',
  noOrder: '--no-order',
  verified: '--verified',
  message: '--message',
  notSent: '--not-sent',
}

/**
 * @throws AppError `usage` if the options contradict each other, if `--operation` lacks a decision or does not name one
 * operation for each case, or if an order or a message is named for other than exactly one case
 */
export function namedDecision(names: readonly string[], options: SettleOptions): Asked {
  const name = onlyDecision(options)
  refuseVague(names, name, options)
  const value = options.message ?? (options.order || undefined)
  if (value !== undefined && names.length !== 1)
    throw unusable(phrase(OPTIONS.value, { value }), phrase(OPTIONS.oneCase))
  const kinds = ALL_KINDS.filter(kind => name === undefined || has(kind, name))
  return { kinds, ...(name !== undefined && { name }), ...(value !== undefined && { value }) }
}

function onlyDecision(options: SettleOptions): DecisionName | undefined {
  const [name, other] = decisionsIn(options)
  if (name === undefined) return undefined
  if (other !== undefined)
    throw unusable(phrase(OPTIONS.both, { one: FLAGS[name], other: FLAGS[other] }), phrase(OPTIONS.chooseOne))
  const shows = options.list ? '--list' : '--look'
  if (options.list || options.look)
    throw unusable(
      phrase(OPTIONS.both, { one: shows, other: FLAGS[name] }),
      phrase(OPTIONS.decidesNothing, { shows }),
    )
  return name
}

function refuseVague(
  names: readonly string[],
  name: DecisionName | undefined,
  { operation }: SettleOptions,
): void {
  if (operation === undefined) return
  if (name === undefined)
    throw unusable(phrase(OPTIONS.undecided), phrase(OPTIONS.nameOne, { flags: Object.values(FLAGS) }))
  if (operation.length !== names.length) throw unusable('--operation', phrase(OPTIONS.inOrder))
}

/** `--release --order ID` is one decision: a release that names the order. */
function decisionsIn(options: SettleOptions): readonly DecisionName[] {
  const { release, free, order, verified, message, notSent } = options
  const given: Readonly<Record<DecisionName, boolean>> = {
    release: release === true,
    free: free === true,
    order: typeof order === 'string' && !release,
    noOrder: order === false,
    verified: verified === true,
    message: message !== undefined,
    notSent: notSent === true,
  }
  return (Object.keys(given) as DecisionName[]).filter(name => given[name])
}

/** @throws AppError `usage` if the decision cannot be made about one of the items */
export function refuseUnnamed(items: readonly OpenItem[], { name, value }: Asked): void {
  for (const { kind, item } of items) {
    const refusal = (flag: string) =>
      unusable(
        phrase(OPTIONS.forItem, { flag, item: item.name }),
        phrase(OPTIONS.isKind, { kind: phrase(KIND_NAMES[kind]), flags: KINDS[kind].map(own => FLAGS[own]) }),
      )
    if (name !== undefined && !has(kind, name)) throw refusal(FLAGS[name])
    if (name === 'release' && value !== undefined && kind !== 'purchase') throw refusal('--order')
  }
}

function has(kind: Kind, name: DecisionName): boolean {
  return (KINDS[kind] as readonly DecisionName[]).includes(name)
}

function unusable(what: Reason, hint: Phrase): AppError {
  return phraseError('usage', phrase(OPTIONS.unusable, { what }), { hint })
}
