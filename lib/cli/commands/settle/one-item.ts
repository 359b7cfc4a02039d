/** Settles one open item, by a query of the remote or by a person's decision. */

import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import type { Locale } from '../../../core/language/language.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { sayIn, textOf } from '../../../core/language/text.ts'
import type { CliContext } from '../../context.ts'
import { decidedOperation, shownAt, showToPerson } from '../../operator/decision.ts'
import { personOf } from '../../operator/options.ts'
import { reasonText } from '../../terminal/moment.ts'
import type { Output } from '../../terminal/output.ts'
import { localeToShow } from '../../terminal/wording.ts'
import type { SettleOptions } from './command.ts'
import type { Asked } from './named-decision.ts'
import {
  type Decision,
  type DecisionName,
  KIND_NAMES,
  type Kind,
  type OpenItem,
  type Settled,
} from './open-item.ts'
import { LABEL } from './words.ts'

const WORDS = catalogue('settle.item', {
  is: { en: 'the {kind} "{name}" is {state}:', ja: '{kind}「{name}」：{state}' },
  body: { en: 'the exact body of POST /deals:', ja: '会計サービスに送る内容：' },
  undecided: { en: 'nothing was decided about "{name}"', ja: '「{name}」は何も決めていません' },
  unchanged: { en: 'nothing was changed', ja: '何も変更していません' },
  isOrder: { en: 'is {value} its order?', ja: '注文は{value}ですか?' },
  isMessage: { en: 'is {value} its identifier?', ja: 'メッセージIDは{value}ですか?' },
  why: { en: 'why: ', ja: '理由：' },
  withoutReason: {
    en: 'Cannot free the {kind} "{name}" without a reason',
    ja: '理由がないため、{kind}「{name}」を解除できません',
  },
  giveReason: { en: 'give one with --reason TEXT', ja: '--reason で理由を書いてください' },
})

/** How settling one item ended. */
export interface Outcome {
  readonly kind: Kind
  readonly case: string
  /** The decision that was made; absent if a query settled the item, or if the person made no decision. */
  readonly decision?: DecisionName
  /** The last reply of the host about the item. */
  readonly reply?: unknown
  readonly error?: string
  readonly isOpen: boolean
}

/** Returns the person's name, which the person has to type only once. */
export type Person = () => Promise<string>

export function createPerson({ by }: SettleOptions, context: CliContext): Person {
  let name: Promise<string> | undefined
  return () => {
    name ??= personOf(context, by === undefined ? {} : { by })
    return name
  }
}

interface Settling {
  readonly asked: Asked
  readonly options: SettleOptions
  /** The operation that the option `--operation` gives for this item. */
  readonly operation?: string | undefined
  readonly output: Output
  readonly person: Person
}

/**
 * Shows the item. If the options state a decision, carries it out. If they state none, queries the remote first, and
 * then asks the person about each possible decision.
 */
export async function settleItem(item: OpenItem, settling: Settling, context: CliContext): Promise<Outcome> {
  const { asked, options, output } = settling
  const named = item.decisions.find(({ name }) => name === asked.name)
  if (named) {
    await showItem(item, output, context)
    return outcomeOf(item, await decide(item, named, settling, context))
  }
  const queried = await item.query?.()
  for (const line of queried?.lines ?? []) output.line(line)
  const now = queried?.item ?? item
  const offered = now.decisions.filter(({ isOffered }) => isOffered)
  const undecided = { kind: item.kind, case: item.name, reply: queried?.reply ?? item.report }
  if (offered.length === 0) return { ...undecided, isOpen: queried?.isOpen ?? false }
  await showItem(now, output, context)
  for (const decision of options.look ? [] : offered) {
    const made = await decide(now, decision, settling, context)
    if (made) return outcomeOf(now, made)
  }
  if (!options.look) output.line(phrase(WORDS.undecided, { name: item.name }))
  return { ...undecided, isOpen: true }
}

interface Made extends Settled {
  readonly decision: DecisionName
}

function outcomeOf({ kind, name, report }: OpenItem, made: Made | undefined): Outcome {
  if (!made) return { kind, case: name, reply: report, isOpen: true }
  const { decision, reply, isOpen } = made
  return { kind, case: name, decision, reply, isOpen }
}

/** Returns the language and time zone of the terminal; for a program, English. */
export function localeOf(output: Output, { config }: CliContext): Locale {
  const locale = localeToShow(config)
  return output.json ? { ...locale, language: 'en' } : locale
}

async function showItem(item: OpenItem, output: Output, context: CliContext): Promise<void> {
  const { kind, name, state, operation } = item
  const locale = localeOf(output, context)
  const rows = (await item.rows()).map(cells => cells.map(cell => reasonText(cell, locale)))
  showToPerson(
    phrase(WORDS.is, { kind: phrase(KIND_NAMES[kind]), name, state }),
    [...rows, [phrase(LABEL.operation), operation]],
    output,
  )
  if (item.body === undefined) return
  output.line(phrase(WORDS.body))
  output.verbatim(JSON.stringify(item.body, null, 2))
}

/**
 * Carries out a decision; undefined if the person says no.
 * @throws AppError `usage` if a required option is missing
 */
async function decide(
  item: OpenItem,
  decision: Decision,
  settling: Settling,
  context: CliContext,
): Promise<Made | undefined> {
  const { output, asked, options } = settling
  const said = await answer(item, decision, settling, context)
  if (said === undefined) {
    if (asked.name !== undefined) output.line(phrase(WORDS.unchanged))
    return undefined
  }
  const { operation: _all, seenAt, reason: why } = options
  const shown = {
    ...(settling.operation !== undefined && { operation: settling.operation }),
    ...(seenAt !== undefined && { seenAt }),
  }
  const statement = {
    ...said,
    seenAt: decision.isAbsence ? shownAt(shown, item.seenAt) : item.seenAt,
    reason: decision.needsReason ? await reasonOf(item, why, context) : '',
    person: await settling.person(),
    ...(settling.operation === undefined && { inView: [item.name] }),
  }
  const settled = await decision.act(statement)
  for (const line of settled.lines) output.line(line)
  return { ...settled, decision: decision.name }
}

/**
 * Returns the operation to which the decision applies, and the identifier of the order or message: from the options, or
 * from the person.
 */
async function answer(
  item: OpenItem,
  { question, named }: Decision,
  { asked, operation }: Settling,
  context: CliContext,
): Promise<{ operation: string; value?: string | undefined } | undefined> {
  const { value } = asked
  if (named && value === undefined) {
    const typed = (await context.ask(textOf(question, localeToShow(context.config)))).trim()
    return typed === '' ? undefined : { operation: item.operation, value: typed }
  }
  const asks =
    value === undefined
      ? question
      : phrase(item.kind === 'message' ? WORDS.isMessage : WORDS.isOrder, { value })
  const shown = { operation: item.operation, question: asks }
  const decided = await decidedOperation(shown, operation === undefined ? {} : { operation }, context)
  return decided === undefined ? undefined : { operation: decided, value }
}

async function reasonOf(
  { kind, name }: OpenItem,
  given: string | undefined,
  context: CliContext,
): Promise<string> {
  const question = sayIn(localeToShow(context.config))(WORDS.why)
  const reason = (given ?? (await context.ask(question))).trim()
  if (reason !== '') return reason
  throw phraseError('usage', phrase(WORDS.withoutReason, { kind: phrase(KIND_NAMES[kind]), name }), {
    hint: phrase(WORDS.giveReason),
  })
}
