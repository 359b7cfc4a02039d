/** Goes through the steps: keeps earlier answers, asks for the missing ones, and checks and saves each new answer. */
import { AppError, hasCode } from '../../core/errors.ts'
import type { CliContext } from '../context.ts'
import type { Output } from '../terminal/output.ts'
import type { Progress } from './progress.ts'
import { type Answers, notAChoice, type SetupDeps, type Step } from './step.ts'
import { STEPS } from './steps.ts'

/** Returns the answer to a step; undefined if there is none. */
export type AnswerStep = (step: Step, answers: Answers) => Promise<string | undefined>

export interface QuestionDeps extends SetupDeps {
  readonly progress: Progress
  readonly output: Output
  readonly answer: AnswerStep
  /** The default answers for this project; they override the defaults of the steps. */
  readonly usual: Answers
  /** Whether to ask again after a wrong answer; otherwise its error ends the run. */
  readonly again: boolean
}

/**
 * Asks the questions of all steps that apply, and returns the answers.
 * @throws AppError `usage` if answers are missing (it lists all of them), `interrupted`; and as the check of a step
 * does
 */
export async function answerSteps(deps: QuestionDeps): Promise<Answers> {
  const missing = new Set<string>()
  // the names of answers whose check needs another answer, which is still missing
  const unchecked = new Set<string>()
  for (;;) {
    const next = nextStep(deps.progress.answers(), new Set([...missing, ...unchecked]))
    if (!next) break
    const usual = deps.usual[next.name]
    const step = usual === undefined ? next : { ...next, usual }
    const answer = (await deps.answer(step, deps.progress.answers())) ?? step.usual
    if (answer === undefined) missing.add(step.name)
    else if (step.together?.some(name => missing.has(name))) unchecked.add(step.name)
    else await accept(step, answer.trim(), deps).catch(error => askAgain(error, deps))
  }
  if (missing.size === 0) return deps.progress.answers()
  throw new AppError('usage', `Cannot set up without answers: ${[...missing].join(', ')}`, {
    hint: 'give them on standard input as lines NAME=value, or run kura setup in a terminal',
  })
}

/** Returns the first step that applies, has no answer and is not in `passed`. */
function nextStep(answers: Answers, passed: ReadonlySet<string>): Step | undefined {
  return STEPS.find(({ name, when }) => !(name in answers || passed.has(name)) && when?.(answers) !== false)
}

/**
 * Shows the error of an answer before the question is repeated.
 * @throws the error if the question must not be repeated
 */
function askAgain(error: unknown, { again, output }: QuestionDeps): void {
  if (!again || !(error instanceof AppError) || hasCode(error, 'interrupted')) throw error
  output.error(error)
}

/**
 * Validates an answer, checks it at the remote, acts on it and saves it.
 * @throws AppError if one of these fails
 */
async function accept(step: Step, answer: string, deps: QuestionDeps): Promise<void> {
  if (answer === '') throw new AppError('usage', `Cannot go on without ${step.name}: the answer is empty`)
  if (step.oneOf && !step.oneOf.includes(answer)) throw notAChoice(step.name, step.oneOf.join(' or '))
  step.form?.(answer)
  const found = [await check(step, answer, deps), await step.act?.(answer, deps)]
  await deps.progress.save({ [step.name]: answer })
  for (const text of found) if (text !== undefined) deps.output.line(`  ${text}`)
}

/** Checks an answer at the remote and returns the result. A failed check removes the answers in `together` too. */
async function check(step: Step, answer: string, deps: QuestionDeps): Promise<string | undefined> {
  try {
    return await step.check?.({ ...deps.progress.answers(), [step.name]: answer }, deps)
  } catch (error) {
    await deps.progress.save(Object.fromEntries((step.together ?? []).map(name => [name, undefined])))
    throw error
  }
}

/** Asks a person: shows the instructions, then the question with its default answer. */
export function askPerson(context: CliContext, output: Output): AnswerStep {
  // with --json the instructions are remarks, not part of the result
  const say = (text: string) => (output.json ? output.note(text) : output.line(text))
  return async ({ how = [], question, usual, secret }, answers) => {
    if (!output.json) output.line()
    for (const line of typeof how === 'function' ? how(answers) : how) say(`  ${line}`)
    const text = `${question}${usual === undefined ? '' : ` [${usual}]`}: `
    const answer = await context.ask(text, { hidden: secret === true })
    return answer.trim() === '' ? usual : answer
  }
}
