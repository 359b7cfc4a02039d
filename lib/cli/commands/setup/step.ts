import type { ServiceSettings } from '../../../core/config/environment.ts'
import { isLoopback } from '../../../core/config/loopback.ts'
import { SERVICE_NAMES, type ServiceName } from '../../../core/config/services.ts'
import { AppError } from '../../../core/errors.ts'
import type { Phrase } from '../../../core/phrase.ts'
import type { Scope } from '../../../core/signatures/keys.ts'

/** The answers so far. The name of an answer is its environment variable, or one of `CHOICES`. */
export type Answers = Readonly<Record<string, string>>

/** The answers that are not settings; they are saved in `.kura/setup.json` instead of `.env`. */
export const CHOICES = {
  plan: 'SETUP_PLAN',
  region: 'SETUP_REGION',
  services: 'SETUP_SERVICES',
  approve: 'SETUP_APPROVE',
  payload: 'SETUP_PAYLOAD',
  upload: 'SETUP_UPLOAD',
} as const

/** The answer that leaves a setting unset. Only steps whose `oneOf` contains this word accept it. */
export const UNSET = 'unset'

/** Writes a text of setup in the language of the person who answers. */
export type SetupSay = (text: Phrase) => string

/** The dependencies of a check. An answer overrides the setting in `env`. */
export interface SetupDeps {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly cwd: string
  readonly say: SetupSay
}

export interface Step {
  /** The name of the answer: an environment variable, or one of `CHOICES`. */
  readonly name: string
  readonly question: Phrase
  /** The instructions for the person, one per line; they may depend on earlier answers. */
  readonly how?: (answers: Answers) => readonly Phrase[]
  /** The default answer. Without one, an empty line is refused, unless the project or an earlier run has an answer. */
  readonly usual?: string
  /** Whether the terminal hides the answer while it is typed. */
  readonly secret?: true
  /** The allowed answers, which the prompt shows. Without them, `read` decides. */
  readonly oneOf?: readonly string[]
  /** Describes a right answer, for the error about a wrong one. */
  readonly expected?: Phrase
  when?(answers: Answers): boolean
  /**
   * The form in which the answer is stored and used.
   * @throws any error for a wrong answer
   */
  read?(answer: string): string
  /** The names of other answers that are asked for again if the check fails. */
  readonly together?: readonly string[]
  /** Checks the answers so far at the remote, and returns a line about the result. */
  check?(answers: Answers, deps: SetupDeps): Promise<Phrase>
  /** Acts on the answer immediately, and returns a line about the result. */
  act?(answer: string, deps: SetupDeps): Promise<Phrase>
}

/** The questions about a service, asked only if the company uses the service, and what the service needs. */
export interface ServiceSetup {
  readonly steps: readonly Step[]
  /** The scopes of the operator's key. */
  scopes(answers: Answers): readonly Scope[]
  /** A command that the person has to run after the deployment. */
  readonly next?: string
}

export function usedServices(answers: Answers): ServiceName[] {
  const words = (answers[CHOICES.services] ?? '').split(',')
  return SERVICE_NAMES.filter(name => words.includes(name))
}

/** Whether the answers are for a deployment; false for the local host. */
export const isDeployed = ({ KURA_URL = '' }: Answers): boolean =>
  !(URL.canParse(KURA_URL) && isLoopback(new URL(KURA_URL).hostname))

/** Returns the error about a refused answer, in the language of the person. */
export function refusal(deps: Pick<SetupDeps, 'say'>, message: Phrase, hint?: Phrase): AppError {
  return new AppError('usage', deps.say(message), hint && { hint: deps.say(hint) })
}

/** Reads a service's setting as the functions do, with valid values in place of its other settings. */
export function settingForm({ placeholders, read }: ServiceSettings<unknown>, name: string) {
  return (answer: string): string => {
    read({ ...placeholders, [name]: answer })
    return answer
  }
}
