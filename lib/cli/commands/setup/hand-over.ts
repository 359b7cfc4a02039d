import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { isSetting, SERVICE_NAMES, SERVICE_SETTINGS } from '../../../core/config/services.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import type { CliContext } from '../../context.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import type { Output } from '../../terminal/output.ts'
import { HOST_FILE } from './host-region.ts'
import { NO_FILES, PAYLOAD } from './payload.ts'
import { type Answers, CHOICES, isDeployed, type SetupSay, UNSET } from './step.ts'
import { SERVICE_SETUP } from './steps.ts'
import { DONE } from './words.ts'

const RELEASE = 'lib/services/distribution/release'

interface HandOverDeps {
  readonly output: Output
  readonly say: SetupSay
  readonly context: CliContext
}

interface Rest {
  readonly unset: readonly string[]
  readonly next: readonly string[]
}

interface NextStep {
  readonly what: string
  readonly lines: readonly string[]
}

/** Puts the settings at the host if the person agrees, and shows the remaining steps in their order. */
export async function handOver(answers: Answers, deps: HandOverDeps): Promise<Rest> {
  const { output, say } = deps
  const unset = isDeployed(answers) ? await unsetSettings(answers, deps) : []
  if (answers[CHOICES.plan] === 'free') output.line(say(phrase(DONE.free)))
  const steps = nextSteps(answers, deps)
  output.line()
  output.line(say(phrase(DONE.next)))
  const all = unset.length > 0 ? [settingsStep(unset, deps), ...steps] : steps
  for (const [index, { what, lines }] of all.entries()) {
    output.line(`${index + 1}. ${what}`)
    for (const line of lines) (line.startsWith('kura ') ? output.command : output.verbatim)(`   ${line}`)
  }
  return { unset, next: steps.flatMap(({ lines }) => lines) }
}

/** Returns the names of the settings that the host does not have. */
async function unsetSettings(
  answers: Answers,
  { output, say, context }: HandOverDeps,
): Promise<readonly string[]> {
  const names = hostSettings(answers)
  if (answers[CHOICES.upload] !== 'yes') return names
  const refused = await uploadSettings(names, answers, context)
  output.line(say(phrase(DONE.uploaded, { set: names.length - refused.length, count: names.length })))
  if (refused.length > 0) context.exit(EXIT.failed)
  return refused
}

function settingsStep(names: readonly string[], { say }: HandOverDeps): NextStep {
  return {
    what: say(phrase(DONE.set)),
    lines: [
      say(phrase(DONE.setSh)),
      ...shellLines(names).map(line => `  ${line}`),
      say(phrase(DONE.setPowerShell)),
      ...powerShellLines(names).map(line => `  ${line}`),
    ],
  }
}

function nextSteps(answers: Answers, { say }: HandOverDeps): NextStep[] {
  const added = [...(answers[CHOICES.payload] === NO_FILES ? [] : [PAYLOAD]), RELEASE, HOST_FILE]
  const deployed: NextStep[] = [
    {
      what: say(phrase(DONE.commit)),
      lines: [`git add ${added.join(' ')}`, 'git commit -m "the first release"'],
    },
    { what: say(phrase(DONE.deploy)), lines: ['npx vercel deploy --prod'] },
  ]
  const services = SERVICE_NAMES.filter(name => answers[SERVICE_SETTINGS[name].selectedBy])
  const authorize = services.flatMap(name => SERVICE_SETUP[name].next ?? [])
  const isHosted = isDeployed(answers)
  return [
    ...(isHosted ? deployed : []),
    ...authorize.map(line => ({ what: say(phrase(DONE.authorize)), lines: [line] })),
    { what: say(phrase(DONE.doctor)), lines: ['kura doctor'] },
    ...(isHosted ? [{ what: say(phrase(DONE.probe)), lines: [`kura probe ${answers['KURA_URL']}`] }] : []),
  ]
}

/** The settings that only the publisher's or an operator's machine reads, not the functions. */
const LOCAL = [
  'KURA_KEY_DIR',
  'KURA_PASSPHRASE',
  'KURA_RELEASE_DIR',
  'KURA_STORE_FILE',
  'KURA_PROTECTION_BYPASS',
]

/** Returns the names of the settings that the functions read. */
export function hostSettings(answers: Answers): string[] {
  return Object.keys(answers).filter(
    name => isSetting(name) && !LOCAL.includes(name) && answers[name] !== UNSET,
  )
}

/** The command works in every shell, because the name of a setting has only letters and `_`. */
const commandOf = (name: string) => `npx vercel env add ${name} production --sensitive`

/** Commands for sh, without values, so that no secret appears in the shell's history or in a list of processes. */
export function shellLines(names: readonly string[]): string[] {
  return [
    'set -a; . ./.env; set +a',
    `for name in ${names.join(' ')}; do`,
    `  printenv "$name" | tr -d '\\n' | ${commandOf('"$name"')}`,
    'done',
  ]
}

/** Commands for PowerShell. `cmd` connects the two programs: an older PowerShell adds a line break to the value. */
export function powerShellLines(names: readonly string[]): string[] {
  const write = 'node --env-file=.env -e ""process.stdout.write(process.env.$name)""'
  return [
    `foreach ($name in ${names.map(name => `'${name}'`).join(', ')}) {`,
    `  cmd /c "${write} | ${commandOf('$name')}"`,
    '}',
  ]
}

/** Returns the names that the host's program refused. */
async function uploadSettings(
  names: readonly string[],
  answers: Answers,
  { env, cwd }: { env: Readonly<Record<string, string | undefined>>; cwd: string },
): Promise<string[]> {
  const refused: string[] = []
  for (const name of names) {
    // uses a shell, because on Windows npx is a batch file, which only a shell can start
    const child = spawn(commandOf(name), { cwd, env, shell: true, stdio: ['pipe', 'ignore', 'inherit'] })
    child.stdin.on('error', () => undefined)
    child.stdin.end(answers[name])
    const [status] = await once(child, 'close').catch(() => [1])
    if (status !== 0) refused.push(name)
  }
  return refused
}
