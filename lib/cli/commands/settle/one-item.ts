import { isDeepStrictEqual } from 'node:util'
import type { Decision, Described, Rows, Stated, Waiting } from '../../../core/claims/waiting.ts'
import { replyTo } from '../../../core/http/client.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import type { Locale } from '../../../core/language/language.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { sayIn, textOf } from '../../../core/language/text.ts'
import type { Reason } from '../../../core/phrase.ts'
import type { CliContext } from '../../context.ts'
import { decidedOperation, shownAt, showToPerson } from '../../operator/decision.ts'
import { personOf } from '../../operator/options.ts'
import { reasonText } from '../../terminal/moment.ts'
import type { Output } from '../../terminal/output.ts'
import { localeToShow } from '../../terminal/wording.ts'
import type { SettleOptions } from './command.ts'
import type { Asked } from './named-decision.ts'
import { type DecisionName, decisionOf, KIND_NAMES, type Kind, type OpenItem, optionOf } from './open-item.ts'
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

export interface Outcome {
  readonly kind: Kind
  readonly case: string
  /** The decision about the item; absent if a query settled the item, or if the person made no decision. */
  readonly decision?: DecisionName
  readonly reply?: unknown
  readonly error?: string
  readonly isOpen: boolean
}

/** Returns the person's name, which the person types only once. */
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
  readonly operation?: string | undefined
  readonly output: Output
  readonly person: Person
}

/**
 * Carries out the decision that the options state. Without a decision, queries the remote, and shows the item if it is
 * still open. Unless `--look` is given, offers one decision after the other then, until the person makes one.
 */
export async function settleItem(open: OpenItem, settling: Settling, context: CliContext): Promise<Outcome> {
  const { asked, options, output } = settling
  if (asked.name !== undefined) {
    const shown = await open.item.describe()
    showItem(open, { shown, output }, context)
    const named = decisionOf(shown, asked.name)
    return (named && (await decide(open, named, settling, context))) ?? undecided(open)
  }
  const { now, reply, isOpen } = await lookAgain(open, output, context)
  const shown = await now.item.describe()
  const offered = shown.decisions.filter(({ isOffered, isAside }) => isOffered && !isAside)
  const kept = { ...undecided(open), reply: reply ?? open.item.report }
  if (offered.length === 0) return { ...kept, isOpen }
  showItem(now, { shown, output }, context)
  for (const decision of options.look ? [] : offered) {
    const made = await decide(now, decision, settling, context)
    if (made) return made
  }
  if (!options.look) output.line(phrase(WORDS.undecided, { name: now.item.name }))
  return kept
}

function undecided({ kind, item: { name, report } }: OpenItem): Outcome {
  return { kind, case: name, reply: report, isOpen: true }
}

/** Queries the remote about the item. If the item has no query, the item stays the same. */
async function lookAgain(open: OpenItem, output: Output, context: CliContext) {
  const { look, name } = open.item
  if (!look) return { now: open, reply: undefined, isOpen: false }
  const reply = await replyTo(look.request, open.send)
  const { lines, isOpen } = look.settled(reply)
  for (const line of lines) output.line(reasonText(line, localeOf(output, context)))
  return { now: { ...open, item: (await open.source.find(name)) ?? open.item }, reply, isOpen }
}

/** With `--json` the language is English, because the reader is a program. */
export function localeOf(output: Output, { config }: CliContext): Locale {
  const locale = localeToShow(config)
  return output.json ? { ...locale, language: 'en' } : locale
}

function showItem(
  { kind, item }: OpenItem,
  { shown, output }: { readonly shown: Described; readonly output: Output },
  context: CliContext,
): void {
  const { name, state, operation } = item
  const locale = localeOf(output, context)
  const rows = rowsOf(item, shown).map(cells => cells.map(cell => reasonText(cell, locale)))
  showToPerson(
    phrase(WORDS.is, { kind: phrase(KIND_NAMES[kind]), name, state }),
    [...rows, [phrase(LABEL.operation), operation]],
    output,
  )
  const { body } = item.report as { readonly body?: unknown }
  if (body === undefined) return
  output.line(phrase(WORDS.body))
  output.verbatim(JSON.stringify(body, null, 2))
}

/** Returns the rows of an item. The details are rows too, because a terminal has no place to fold them. */
function rowsOf({ since }: Waiting, { title, why, unusual, facts, details }: Described): readonly Reason[][] {
  const isRepeated = ([name]: Rows[number]) => details.some(([other]) => isDeepStrictEqual(other, name))
  return [
    [phrase(LABEL.since), since],
    [phrase(LABEL.what), title],
    [phrase(LABEL.why), why],
    ...[...unusual, ...facts.filter(fact => !isRepeated(fact)), ...details].map(row => [...row]),
  ]
}

interface Making {
  readonly decision: Decision | undefined
  readonly stated: Stated
  readonly output: Output
}

export async function carryOut(
  { kind, item, send }: OpenItem,
  { decision, stated, output }: Making,
  context: CliContext,
): Promise<Outcome> {
  if (!decision) throw new TypeError(`the ${kind} "${item.name}" has no such decision`)
  const reply = await replyTo(decision.request(stated), send)
  const { lines, isOpen } = decision.settled(reply)
  for (const line of lines) output.line(reasonText(line, localeOf(output, context)))
  return { kind, case: item.name, decision: optionOf(decision), reply, isOpen }
}

/**
 * Carries out the decision; returns undefined if the person says no.
 * @throws AppError `usage` if a required option is missing
 */
async function decide(
  open: OpenItem,
  decision: Decision,
  settling: Settling,
  context: CliContext,
): Promise<Outcome | undefined> {
  const { output, asked, options, operation } = settling
  const said = await answer(open, decision, settling, context)
  if (said === undefined) {
    if (asked.name !== undefined) output.line(phrase(WORDS.unchanged))
    return undefined
  }
  const { seenAt, reason: why } = options
  const { name, seenAt: seen } = open.item
  const shown = { ...(operation !== undefined && { operation }), ...(seenAt !== undefined && { seenAt }) }
  const stated = {
    ...said,
    seen: decision.isAbsence ? shownAt(shown, seen) : seen,
    reason: decision.asks?.[0] === 'reason' ? await reasonOf(open, why, context) : '',
    person: await settling.person(),
    ...(operation === undefined && { beside: [name] }),
  }
  return carryOut(open, { decision, stated, output }, context)
}

/** Returns the operation and the identifier, from the options or from the person; undefined if the person disagrees. */
async function answer(
  { kind, item }: OpenItem,
  { question, asks }: Decision,
  { asked, operation }: Settling,
  context: CliContext,
): Promise<{ operation: string; value?: string | undefined } | undefined> {
  const { value } = asked
  if (asks?.[0] === 'value' && value === undefined) {
    const typed = (await context.ask(textOf(question, localeToShow(context.config)))).trim()
    return typed === '' ? undefined : { operation: item.operation, value: typed }
  }
  const named = phrase(kind === 'message' ? WORDS.isMessage : WORDS.isOrder, { value: value ?? '' })
  const shown = { operation: item.operation, question: value === undefined ? question : named }
  const decided = await decidedOperation(shown, operation === undefined ? {} : { operation }, context)
  return decided === undefined ? undefined : { operation: decided, value }
}

async function reasonOf(
  { kind, item: { name } }: OpenItem,
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
