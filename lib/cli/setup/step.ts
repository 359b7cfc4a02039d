/** A question of `kura setup`, and the answers so far. */
import type { ServiceSettings } from '../../core/config/environment.ts'
import { isLoopback } from '../../core/config/loopback.ts'
import { SERVICE_NAMES, type ServiceName } from '../../core/config/services.ts'
import { AppError } from '../../core/errors.ts'
import type { Scope } from '../../core/signatures/keys.ts'

/** The answers so far. The name of an answer is its environment variable, or one of `CHOICES`. */
export type Answers = Readonly<Record<string, string>>

/** The answers that are not settings; they are saved in `.kura/setup.json` instead of `.env`. */
export const CHOICES = {
  plan: 'SETUP_PLAN',
  region: 'SETUP_REGION',
  services: 'SETUP_SERVICES',
  approve: 'SETUP_APPROVE',
  upload: 'SETUP_UPLOAD',
} as const

/** The dependencies of a check; `env` is the environment, overridden by the answers so far. */
export interface SetupDeps {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  /** The project's folder. */
  readonly cwd: string
}

export interface Step {
  /** The name of the answer: an environment variable, or one of `CHOICES`. */
  readonly name: string
  readonly question: string
  /** The instructions for the person, one per line; they may depend on earlier answers. */
  readonly how?: readonly string[] | ((answers: Answers) => readonly string[])
  /** The default answer; if there is none, an empty line is refused. */
  readonly usual?: string
  /** Whether the terminal hides the answer while it is typed. */
  readonly secret?: true
  /** The allowed answers. Without this member, any text is allowed. */
  readonly oneOf?: readonly string[]
  /** Whether the question applies. */
  when?(answers: Answers): boolean
  /** Checks the form of the answer. @throws AppError */
  form?(answer: string): unknown
  /** The names of other answers that are asked for again if the check fails. */
  readonly together?: readonly string[]
  /**
   * Checks the answers so far at the remote and returns a line on the result.
   * @throws AppError
   */
  check?(answers: Answers, deps: SetupDeps): Promise<string>
  /**
   * Does what the answer asks for immediately, and returns a line about the result.
   * @throws AppError
   */
  act?(answer: string, deps: SetupDeps): Promise<string>
}

/** The questions about a service, which are asked if the company uses it, and the requirements of its use. */
export interface ServiceSetup {
  readonly steps: readonly Step[]
  /** Returns the scopes of the operator's key. */
  scopes(answers: Answers): readonly Scope[]
  /** A command that the person has to run after the deployment. */
  readonly next?: string
}

/** Returns the services that the company uses. */
export function usedServices(answers: Answers): ServiceName[] {
  const words = (answers[CHOICES.services] ?? '').split(',').map(word => word.trim())
  return SERVICE_NAMES.filter(name => words.includes(name))
}

/** Whether the answers are for a deployment, and not for the local host. */
export const isDeployed = ({ KURA_URL = '' }: Answers): boolean =>
  !(URL.canParse(KURA_URL) && isLoopback(new URL(KURA_URL).hostname))

/** Returns the error of an answer that is not one of the allowed ones. */
export function notAChoice(name: string, expected: string): AppError {
  return new AppError('usage', `Cannot use this answer for ${name}: expected ${expected}`)
}

/** Checks the form of a service's setting: reads all settings of the service as the functions do. */
export function settingForm({ placeholders, read }: ServiceSettings<unknown>, name: string) {
  return (answer: string): unknown => read({ ...placeholders, [name]: answer })
}
