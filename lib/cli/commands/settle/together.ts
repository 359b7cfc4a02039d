/**
 * Releases many deals that wait for the same reason: a table shows them, and one question asks which of them to send.
 * Each release names the operation that the table showed.
 */

import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { sayIn } from '../../../core/language/text.ts'
import { readYesNo } from '../../../core/language/yes-no.ts'
import type { CliContext } from '../../context.ts'
import { showToPerson } from '../../operator/decision.ts'
import { reasonText } from '../../terminal/moment.ts'
import type { Output } from '../../terminal/output.ts'
import { localeToShow } from '../../terminal/wording.ts'
import { localeOf, type Outcome, type Person } from './one-item.ts'
import type { OpenItem, Together } from './open-item.ts'

const WORDS = catalogue('settle.together', {
  which: {
    en: 'send these {count} as they are? (yes, no, or the numbers of those to send) ',
    ja: 'この{count}件をこのまま登録しますか?（はい、いいえ、または登録する番号） ',
  },
  undecided: {
    en: 'nothing was decided about {count} of them; kura settle CASE asks about one',
    ja: '{count}件は何も決めていません（1件ずつの確認：kura settle 番号）',
  },
  notAnswer: { en: 'Cannot use the answer "{text}"', ja: '回答「{text}」を読み取れません' },
  answerWith: {
    en: 'expected yes, no, or numbers from 1 to {count}',
    ja: 'はい、いいえ、または1から{count}までの番号で答えてください',
  },
})

type Joint = OpenItem & { readonly together: Together }

interface Releasing {
  readonly output: Output
  readonly person: Person
  /** Runs the release of one item, and returns its outcome also if it fails. */
  readonly tried: (item: OpenItem, release: () => Promise<Outcome>) => Promise<Outcome>
}

/**
 * Asks about the items that wait for the same reason, if there are several.
 * @returns their outcomes, and the remaining items
 * @throws AppError `usage` if an answer cannot be read
 */
export async function releaseTogether(
  items: readonly OpenItem[],
  releasing: Releasing,
  context: CliContext,
): Promise<{ readonly outcomes: readonly Outcome[]; readonly left: readonly OpenItem[] }> {
  const joint = items.filter((item): item is Joint => item.together !== undefined)
  const groups = [...Map.groupBy(joint, ({ together }) => together.kind).values()].filter(
    ({ length }) => length > 1,
  )
  const outcomes: Outcome[] = []
  for (const group of groups) outcomes.push(...(await releaseGroup(group, releasing, context)))
  const asked = new Set<OpenItem>(groups.flat())
  return { outcomes, left: items.filter(item => !asked.has(item)) }
}

async function releaseGroup(
  group: readonly Joint[],
  { output, person, tried }: Releasing,
  context: CliContext,
): Promise<Outcome[]> {
  await showGroup(group, output, context)
  const count = group.length
  const question = sayIn(localeToShow(context.config))(WORDS.which, { count })
  const chosen = readChoice(await context.ask(question), count)
  const inView = group.filter((_, index) => chosen.has(index + 1)).map(({ name }) => name)
  const outcomes: Outcome[] = []
  for (const [index, item] of group.entries())
    outcomes.push(
      chosen.has(index + 1)
        ? await tried(item, () => release(item, { output, person, inView }))
        : { kind: item.kind, case: item.name, reply: item.report, isOpen: true },
    )
  if (chosen.size < count) output.line(phrase(WORDS.undecided, { count: count - chosen.size }))
  return outcomes
}

async function showGroup(group: readonly Joint[], output: Output, context: CliContext): Promise<void> {
  const [first] = group
  if (!first) return
  const locale = localeOf(output, context)
  const rows: string[][] = []
  for (const [index, { together }] of group.entries())
    rows.push([`[${index + 1}]`, ...(await together.row()).map(cell => reasonText(cell, locale))])
  showToPerson(first.together.title, rows, output, ['', ...first.together.head])
}

/** Sends the deal of an item as it was shown. */
async function release(
  item: OpenItem,
  { output, person, inView }: Pick<Releasing, 'output' | 'person'> & { readonly inView: readonly string[] },
) {
  const { kind, name, operation, seenAt, decisions } = item
  const decision = decisions.find(each => each.name === 'release')
  if (!decision) throw new TypeError(`the ${kind} "${name}" cannot be released`)
  const settled = await decision.act({ person: await person(), operation, seenAt, reason: '', inView })
  for (const line of settled.lines) output.line(line)
  return { kind, case: name, decision: 'release', reply: settled.reply, isOpen: settled.isOpen } as const
}

/** Reads the numbers of the chosen items: all, none, or some. @throws AppError `usage` */
function readChoice(text: string, count: number): ReadonlySet<number> {
  const plain = text.normalize('NFKC').trim()
  const all = Array.from({ length: count }, (_, index) => index + 1)
  const yes = plain === '' ? false : readYesNo(plain)
  if (yes !== undefined) return new Set(yes ? all : [])
  const numbers = plain.split(/[\s,、]+/).map(word => (/^\d{1,6}$/.test(word) ? Number(word) : 0))
  if (numbers.every(number => all.includes(number))) return new Set(numbers)
  throw phraseError('usage', phrase(WORDS.notAnswer, { text }), { hint: phrase(WORDS.answerWith, { count }) })
}
