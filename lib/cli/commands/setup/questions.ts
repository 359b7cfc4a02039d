import { SERVICE_NAMES } from '../../../core/config/services.ts'
import { AppError, hasCode } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import type { Language } from '../../../core/language/language.ts'
import type { Phrase } from '../../../core/phrase.ts'
import type { CliContext } from '../../context.ts'
import type { Output } from '../../terminal/output.ts'
import { choiceText, readChoice } from './choices.ts'
import { ENV_FILE, type Progress } from './progress.ts'
import { type Answers, refusal, type SetupDeps, type Step } from './step.ts'
import { STEPS } from './steps.ts'
import { SETUP } from './words.ts'

/** The text that a person types to go back to the previous question. */
const BACK = '<'
/** The words that a person types to answer the question in a later run. */
const LATER = ['あとで', 'later']

export interface Question {
  readonly step: Step
  readonly at: number
  readonly count: number
  readonly usual: string | undefined
  /** Whether an answer is stored already; an empty line keeps that answer. */
  readonly again: boolean
}

/** Asks the question of a step; returns undefined if there is no answer. */
export type AnswerStep = (question: Question, answers: Answers) => Promise<string | undefined>

export interface QuestionDeps extends SetupDeps {
  readonly progress: Progress
  readonly output: Output
  readonly answer: AnswerStep
  /** The default answers for this project; they override the defaults of the steps. */
  readonly usual: Answers
  /** Whether a person answers. A person can correct a wrong answer. Without a person, a wrong answer ends the run. */
  readonly person: boolean
}

interface Left {
  /** Steps whose answer is stored, but was not checked in this run yet. */
  readonly unchecked: Set<string>
  /** Steps whose question is asked although there is an answer. */
  readonly again: Set<string>
  /** Steps not to ask again in this run, because there was no answer, or because the check needs a missing answer. */
  readonly passed: Set<string>
  readonly missing: Set<string>
}

/** @throws AppError `usage` that lists all missing answers, `interrupted`, or the error of a check */
export async function answerSteps(deps: QuestionDeps): Promise<Answers> {
  const { progress, say } = deps
  const left: Left = {
    unchecked: new Set(Object.keys(progress.answers())),
    again: new Set(),
    passed: new Set(),
    missing: new Set(),
  }
  for (const step of STEPS) readStored(step, left, deps)
  for (;;) {
    const applying = STEPS.filter(step => applies(step, progress.answers()))
    const stored = applying.find(({ name }) => left.unchecked.has(name))
    if (stored) {
      await checkStored(stored, left, deps)
      continue
    }
    const step = applying.find(({ name }) => isToAsk(name, left, progress.answers()))
    if (!step) break
    await ask(step, left, deps)
  }
  if (left.missing.size === 0) return progress.answers()
  throw refusal({ say }, phrase(SETUP.missing, { names: [...left.missing] }), phrase(SETUP.give))
}

const applies = ({ when }: Step, answers: Answers) => when?.(answers) !== false

function isToAsk(name: string, { again, passed }: Left, answers: Answers): boolean {
  return !passed.has(name) && (again.has(name) || !(name in answers))
}

export function countLeft(answers: Answers): number {
  return asking(answers).filter(({ name }) => !(name in answers)).length
}

/** As long as the services are not chosen, the steps of every service apply. */
function asking(answers: Answers): Step[] {
  return STEPS.filter(step => applies(step, { SETUP_SERVICES: SERVICE_NAMES.join(','), ...answers }))
}

function readStored(step: Step, left: Left, deps: QuestionDeps): void {
  const stored = deps.progress.answers()[step.name]
  if (stored === undefined) return
  try {
    readAnswer(step, stored, SETUP.stored, deps)
  } catch (error) {
    askAgain(error, [step.name], left, deps)
  }
}

async function checkStored(step: Step, left: Left, deps: QuestionDeps): Promise<void> {
  const { progress } = deps
  left.unchecked.delete(step.name)
  const stored = progress.answers()[step.name] ?? ''
  try {
    const answer = readAnswer(step, stored, SETUP.stored, deps)
    report(await checked(step, answer, deps), deps)
    if (answer !== stored) await progress.save({ [step.name]: answer })
  } catch (error) {
    askAgain(error, [step.name, ...(step.together ?? [])], left, deps)
  }
}

/** @throws the error if no person answers */
function askAgain(error: unknown, names: readonly string[], left: Left, deps: QuestionDeps): void {
  if (!deps.person || !isWrongAnswer(error)) throw error
  deps.output.error(error)
  for (const name of names) {
    left.again.add(name)
    left.unchecked.delete(name)
  }
}

async function ask(step: Step, left: Left, deps: QuestionDeps): Promise<void> {
  const { progress, person, output, say } = deps
  const answers = progress.answers()
  const before = isReadable(step, answers[step.name], deps) ? answers[step.name] : undefined
  const again = before !== undefined
  const usual = before ?? deps.usual[step.name] ?? step.usual
  const order = asking(answers).map(({ name }) => name)
  const question = { step, at: order.indexOf(step.name) + 1, count: order.length, usual, again }
  const typed = (await deps.answer(question, answers)) ?? usual
  if (typed === undefined && person) output.note(say(phrase(SETUP.needed, { later: LATER.join(' / ') })))
  else if (typed === undefined || (person && LATER.includes(typed.normalize('NFKC').trim()))) {
    left.missing.add(step.name)
    left.passed.add(step.name)
  } else if (person && typed.normalize('NFKC').trim() === BACK) goBack(step, left, deps)
  else if (step.together?.some(name => left.missing.has(name))) left.passed.add(step.name)
  else
    await accept(step, typed, left, deps).catch(error => {
      if (!person || !isWrongAnswer(error)) throw error
      output.error(error)
    })
}

function goBack(step: Step, { again }: Left, { progress, output, say }: QuestionDeps): void {
  const order = asking(progress.answers()).map(({ name }) => name)
  const previous = order[order.indexOf(step.name) - 1]
  if (previous === undefined) output.note(say(phrase(SETUP.first)))
  else again.add(previous)
}

const isWrongAnswer = (error: unknown): error is AppError =>
  error instanceof AppError && !hasCode(error, 'interrupted')

async function accept(step: Step, typed: string, left: Left, deps: QuestionDeps): Promise<void> {
  const answer = readAnswer(step, typed, SETUP.wrong, deps)
  const found = await checked(step, answer, deps).catch(error => {
    for (const name of step.together ?? []) left.again.add(name)
    throw error
  })
  const done = await step.act?.(answer, deps)
  await deps.progress.save({ [step.name]: answer })
  left.again.delete(step.name)
  // the checks of these steps use the new answer, so the checks are made again
  for (const { name, together } of STEPS)
    if (together?.includes(step.name) && name in deps.progress.answers()) left.unchecked.add(name)
  report(found, deps)
  report(done, deps)
}

function report(found: Phrase | undefined, { output, say }: QuestionDeps): void {
  if (found !== undefined) output.line(`  ${say(found)}`)
}

function isReadable(step: Step, answer: string | undefined, deps: QuestionDeps): boolean {
  try {
    return answer !== undefined && readAnswer(step, answer, SETUP.stored, deps) !== ''
  } catch {
    return false
  }
}

/** @throws AppError `usage` */
function readAnswer(
  { name, oneOf, expected, read = answer => answer }: Step,
  typed: string,
  wrong: typeof SETUP.wrong | typeof SETUP.stored,
  deps: QuestionDeps,
): string {
  const text = typed.trim()
  if (text === '') throw refusal(deps, phrase(SETUP.empty, { name }))
  const refuse = (right: string | Phrase) =>
    refusal(deps, phrase(wrong, { name, file: ENV_FILE, expected: right }))
  if (oneOf) {
    const choice = readChoice(text, oneOf)
    if (choice !== undefined) return choice
    throw refuse(oneOf.join(' / '))
  }
  try {
    return read(text)
  } catch {
    throw refuse(expected ?? name)
  }
}

/** @throws AppError in the language of the person */
async function checked(step: Step, answer: string, deps: QuestionDeps): Promise<Phrase | undefined> {
  try {
    return await step.check?.({ ...deps.progress.answers(), [step.name]: answer }, deps)
  } catch (error) {
    if (!(error instanceof AppError) || hasCode(error, 'interrupted') || hasCode(error, 'usage')) throw error
    const { code, message, hint, details } = error
    const text = deps.say(phrase(SETUP.unable, { why: message }))
    throw new AppError(code, text, { cause: error, details, ...(hint !== undefined && { hint }) })
  }
}

/** Shows the instructions, then the question with its place, its choices and its default answer. */
export function askPerson(
  context: CliContext,
  { output, say, language }: { output: Output; say: SetupDeps['say']; language(): Language },
): AnswerStep {
  // with --json the instructions are remarks, not part of the result
  const show = (text: string) => (output.json ? output.note(text) : output.line(text))
  return async ({ step, at, count, usual, again }, answers) => {
    if (!output.json) output.line()
    for (const line of step.how?.(answers) ?? []) show(`  ${say(line)}`)
    const choices = step.oneOf?.map(value => choiceText(value, language())).join(' / ')
    const shown = again && step.secret ? say(phrase(SETUP.kept)) : usual && choiceText(usual, language())
    const text = [
      `(${at}/${count})`,
      `${say(step.question)}${choices ? ` (${choices})` : ''}${shown === undefined ? '' : ` [${shown}]`}: `,
    ].join(' ')
    const answer = await context.ask(text, { hidden: step.secret === true })
    return answer.trim() === '' ? usual : answer
  }
}
