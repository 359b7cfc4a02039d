import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { Command } from '@commander-js/extra-typings'
import { deploymentFaults } from '../../../app/health/deployment-faults.ts'
import { settingFault, settingIn } from '../../../core/config/faults.ts'
import { isSetting } from '../../../core/config/services.ts'
import { AppError, hasCode } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { isLanguage, type Language } from '../../../core/language/language.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { english, textOf } from '../../../core/language/text.ts'
import type { CliContext } from '../../context.ts'
import { CALL, type OptionsOf } from '../../operator/options.ts'
import { readGivenFile } from '../../terminal/given-file.ts'
import { readStandardInput } from '../../terminal/standard-input.ts'
import { checkApprovers } from './checks.ts'
import { makeOperatorKey, makeRelease, makeSecrets } from './finish.ts'
import { handOver } from './hand-over.ts'
import { readRegion } from './host-region.ts'
import { KEEP_FILES, PAYLOAD } from './payload.ts'
import { ENV_FILE, openProgress, type Progress } from './progress.ts'
import { type AnswerStep, answerSteps, askPerson, countLeft } from './questions.ts'
import { type Answers, CHOICES, refusal, type SetupSay } from './step.ts'
import { STEPS } from './steps.ts'
import { DONE, HELP, SETUP } from './words.ts'

const setupCommand = (command: Command) =>
  command
    .description(HELP.setup.id)
    .option('--yes', HELP.yes.id)
    .option('--answers <file>', HELP.given.id, '-')
    .option('--key <file>', HELP.key.id)
    .option('--json', CALL.json.id)
    .addHelpText('after', HELP.answers.id)
    .addHelpText('after', STEPS.map(({ name }) => name).join(', '))

type SetupOptions = OptionsOf<typeof setupCommand>

export function registerSetup(command: Command, context: CliContext): void {
  setupCommand(command).action(options => setUp(options, context))
}

async function setUp(options: SetupOptions, given: CliContext): Promise<void> {
  // the settings of the local host are left out, because a deployment must not use them
  const env = given.given ?? given.env
  const output = given.output(options)
  const context = { ...given, env, output: () => output }
  const progress = openProgress(context.cwd)
  const language = () => languageOf({ ...env, ...progress.answers() })
  const say: SetupSay = text => textOf(text, { language: language(), timezone: 'UTC' })
  refuseFaults(progress.answers(), say)
  const person = options.yes !== true
  const answer = person
    ? askPerson(context, { output, say, language })
    : await givenAnswers(options, progress, context)
  const left = countLeft(progress.answers())
  if (person && left > 0)
    for (const text of [phrase(SETUP.intro, { count: left }), phrase(SETUP.keys)]) output.note(say(text))
  const { signal, cwd } = context
  const usual = usualAnswers(context)
  const deps = { env, signal, cwd, say, progress, output, answer, usual, person }
  const resumable = resumableIn(say)
  const answers = await answerSteps(deps).catch(resumable)
  await checkApprovers(progress.answers(), { env, say })
  const made = await makeSecrets(progress)
  if (made.length > 0) output.line(say(phrase(DONE.secrets, { names: made, file: ENV_FILE })))
  const named = options.key && resolve(cwd, options.key)
  const key = await makeOperatorKey(progress.answers(), context, { named, say })
  output.line(say(phrase(DONE.key, key)))
  const plain = !person && context.config.passphrase === undefined
  const done = (await makeRelease(context, { plain, say }).catch(resumable)).map(say)
  for (const line of done) output.line(line)
  const rest = await handOver({ ...answers, ...progress.answers() }, { output, say, context })
  output.result({ made, key, done, ...rest })
}

function languageOf({ KURA_LANGUAGE = 'en' }: Readonly<Record<string, string | undefined>>): Language {
  return isLanguage(KURA_LANGUAGE) ? KURA_LANGUAGE : 'en'
}

function usualAnswers({ cwd }: CliContext): Answers {
  const region = readRegion(cwd)
  return {
    ...(region !== undefined && { [CHOICES.region]: region }),
    ...(existsSync(join(cwd, PAYLOAD)) && { [CHOICES.payload]: KEEP_FILES }),
  }
}

/** @throws AppError `usage` if `.env` has an invalid value for a setting about which there is no question */
function refuseFaults(answers: Answers, say: SetupSay): void {
  const asked = STEPS.map(({ name }) => name)
  const faults = deploymentFaults(answers)
    .flatMap(({ invalid }) => invalid)
    .filter(fault => !asked.includes(settingIn(english(fault))))
    .map(settingFault)
  if (faults.length === 0) return
  const items = { items: faults, by: 'semicolon' } as const
  const file = { file: ENV_FILE }
  throw refusal({ say }, phrase(SETUP.faults, { ...file, faults: items }), phrase(SETUP.correct, file))
}

function resumableIn(say: SetupSay) {
  return (error: unknown): never => {
    if (!hasCode(error, 'interrupted')) throw error
    const hint = say(phrase(SETUP.resume))
    throw new AppError('interrupted', say(phrase(SETUP.stopped)), { cause: error, hint })
  }
}

/**
 * Saves the settings about which there is no question, and removes a stored answer if the script gives another.
 * @throws AppError `usage`
 */
async function givenAnswers(
  { answers: file }: SetupOptions,
  progress: Progress,
  context: CliContext,
): Promise<AnswerStep> {
  const text =
    file === '-'
      ? await readStandardInput(context)
      : await readGivenFile(file, phrase(SETUP.answers), context)
  const given = parseEnv(text)
  const steps = new Map(STEPS.map(step => [step.name, step]))
  const strange = Object.keys(given).filter(name => !steps.has(name) && !isSetting(name))
  if (strange.length > 0)
    throw phraseError('usage', phrase(SETUP.strange, { names: strange }), { hint: phrase(SETUP.listed) })
  const before = progress.answers()
  const changed = Object.entries(given).filter(([name, value]) => before[name] !== value)
  await progress.save(
    Object.fromEntries(changed.map(([name, value]) => [name, steps.has(name) ? undefined : value])),
  )
  return async ({ step }) => given[step.name]
}
