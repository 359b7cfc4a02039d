/**
 * `kura setup`: from a fresh checkout to a deployment. It asks questions, checks each answer at the remote, creates
 * keys and a release, and lists the remaining steps. An interrupted run continues with the first question without an
 * answer.
 */
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { Command } from '@commander-js/extra-typings'
import { isSetting, SERVICE_NAMES, SERVICE_SETTINGS } from '../../core/config/services.ts'
import { AppError, hasCode } from '../../core/errors.ts'
import type { CliContext } from '../context.ts'
import { EXIT } from '../exit-status.ts'
import type { OptionsOf } from '../operator/options.ts'
import { readGivenFile } from '../terminal/given-file.ts'
import type { Output } from '../terminal/output.ts'
import { readStandardInput } from '../terminal/standard-input.ts'
import { makeOperatorKey, makeRelease, makeSecrets } from './finish.ts'
import { readRegion } from './host-region.ts'
import { hostLines, hostSettings, uploadSettings } from './host-settings.ts'
import { ENV_FILE, openProgress, type Progress } from './progress.ts'
import { type AnswerStep, answerSteps, askPerson } from './questions.ts'
import { type Answers, CHOICES } from './step.ts'
import { SERVICE_SETUP, STEPS } from './steps.ts'

const setupCommand = (program: Command) =>
  program
    .command('setup')
    .description('set up a deployment: asks, checks each answer, makes secrets, key, root and first release')
    .option('--yes', 'ask nothing: take the answers from --answers, and the usual ones')
    .option('--answers <file>', 'with --yes: lines NAME=value, or - for standard input', '-')
    .option('--key <file>', "the file for the operator's key (default: ~/.config/kura/operator.json)")
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `\nThe answers of --yes: ${STEPS.map(({ name }) => name).join(', ')},\nand any other setting of .env.example.`,
    )

type SetupOptions = OptionsOf<typeof setupCommand>

export function registerSetup(program: Command, context: CliContext): void {
  setupCommand(program).action(options => setUp(options, context))
}

async function setUp(options: SetupOptions, given: CliContext): Promise<void> {
  // the settings of the local host are left out, because a deployment must not use them
  const env = given.given ?? given.env
  const output = given.output(options)
  const context = { ...given, env, output: () => output }
  const progress = openProgress(context.cwd)
  const { signal, cwd } = context
  const region = readRegion(cwd)
  const usual: Answers = region === undefined ? {} : { [CHOICES.region]: region }
  const answer = options.yes ? await givenAnswers(options, progress, context) : askPerson(context, output)
  const deps = { env, signal, cwd, progress, output, answer, usual, again: !options.yes }
  const answers = await answerSteps(deps).catch(resumable)
  const made = await makeSecrets(progress)
  if (made.length > 0) output.line(`made ${made.join(', ')} in ${ENV_FILE}`)
  const key = await makeOperatorKey(
    progress.answers(),
    context,
    options.key && resolve(context.cwd, options.key),
  )
  output.line(`your key is ${key.keyid}, in ${key.file}`)
  const plain = options.yes === true && context.config.passphrase === undefined
  const lines = await makeRelease(context, { plain }).catch(resumable)
  for (const line of lines) output.line(line)
  const left = await handOver({ answers: { ...answers, ...progress.answers() }, output }, context)
  output.result({ made, key, done: lines, ...left })
}

/** Adds a hint to the error of Ctrl-C: how to continue. */
function resumable(error: unknown): never {
  if (!hasCode(error, 'interrupted')) throw error
  throw new AppError('interrupted', error.message, {
    cause: error,
    hint: 'your answers are kept; kura setup continues with the next question',
  })
}

/**
 * Reads the answers of a script. Names that are settings but not questions are saved first.
 * @throws AppError `usage`
 */
async function givenAnswers(
  { answers: file }: SetupOptions,
  progress: Progress,
  context: CliContext,
): Promise<AnswerStep> {
  const text =
    file === '-' ? await readStandardInput(context) : await readGivenFile(file, 'the answers', context)
  const given = parseEnv(text)
  const steps = new Map(STEPS.map(step => [step.name, step]))
  const strange = Object.keys(given).filter(name => !steps.has(name) && !isSetting(name))
  if (strange.length > 0)
    throw new AppError('usage', `Cannot use the answers ${strange.join(', ')}: there are no such questions`, {
      hint: 'kura setup --help lists the answers',
    })
  const before = progress.answers()
  const changed = Object.entries(given).filter(([name, value]) => before[name] !== value)
  await progress.save(
    Object.fromEntries(changed.map(([name, value]) => [name, steps.has(name) ? undefined : value])),
  )
  return async ({ name }) => given[name]
}

/** Returns the commands that the services need after the deployment. */
function nextOf(answers: Answers): string[] {
  const set = SERVICE_NAMES.filter(name => answers[SERVICE_SETTINGS[name].selectedBy])
  return set.flatMap(name => SERVICE_SETUP[name].next ?? [])
}

/** Shows and returns the remaining steps: the host's environment, the deployment, the authorization, `kura doctor`. */
async function handOver(
  { answers, output }: { answers: Answers; output: Output },
  context: CliContext,
): Promise<{ readonly unset: readonly string[]; readonly next: readonly string[] }> {
  const names = hostSettings(answers)
  const upload = answers[CHOICES.upload] === 'yes'
  const refused = upload ? await uploadSettings(names, answers, context) : names
  if (upload) output.line(`set ${names.length - refused.length} of ${names.length} settings at the host`)
  output.line()
  if (answers[CHOICES.plan] === 'free')
    output.line("note: the host's free plan is for non-commercial use; a company needs the paid one")
  if (refused.length > 0 && answers[CHOICES.plan] !== undefined) {
    output.line('set these at the host, in a shell in this folder:')
    for (const line of hostLines(refused)) output.verbatim(`  ${line}`)
  }
  const next = ['commit lib/services/distribution/release and deploy', ...nextOf(answers), 'kura doctor']
  output.line('next:')
  for (const line of next) output.line(`  ${line}`)
  if (upload && refused.length > 0) context.exit(EXIT.failed)
  return { unset: answers[CHOICES.plan] === undefined ? [] : refused, next }
}
