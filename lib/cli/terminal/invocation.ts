/** How this run of kura was started, so that a command in a hint can be pasted as it is. */
import { basename } from 'node:path'
import type { Environment } from '../../core/config/environment.ts'

/** `kura` is on the path after `npm link`; inside the project `npx kura` starts it. */
export type Invocation = 'kura' | 'npx kura'

/** What works wherever the packages are installed. */
export const IN_PROJECT: Invocation = 'npx kura'

/** Which form the person can type: npm sets `npm_command` for all that it starts. */
export function invocationOf(argv: readonly string[], env: Environment): Invocation {
  const linked = basename(argv[1] ?? '') === 'kura' && !env['npm_command']
  return linked ? 'kura' : IN_PROJECT
}

/** A text whose commands of kura begin as the person types them. `commands` are the names that follow `kura`. */
export function withInvocation(
  commands: readonly string[],
  invocation: Invocation,
): (text: string) => string {
  const named = new RegExp(
    `(?<![\\w/.-])(?:npx )?kura (?=(?:${commands.join('|')}|--[a-z]+|help)\\b(?!-))`,
    'g',
  )
  return text => text.replace(named, `${invocation} `)
}
