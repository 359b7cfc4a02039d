import { basename } from 'node:path'
import type { Environment } from '../../core/config/environment.ts'

/**
 * How a person starts kura: `kura` after `npm link`, `npx --no kura` inside the project. Without `--no`, npx outside
 * the project would run a stranger's package of that name.
 */
export type Invocation = 'kura' | 'npx --no kura'

export const IN_PROJECT: Invocation = 'npx --no kura'

/** The command was started as `kura` if npm did not start it: npm sets `npm_command` for its programs. */
export function invocationOf(argv: readonly string[], env: Environment): Invocation {
  const linked = basename(argv[1] ?? '') === 'kura' && !env['npm_command']
  return linked ? 'kura' : IN_PROJECT
}

/** Writes commands in hints so that they can be pasted unchanged. `commands` are the names that may follow `kura`. */
export function withInvocation(
  commands: readonly string[],
  invocation: Invocation,
): (text: string) => string {
  const named = new RegExp(
    `(?<![\\w/.-])(?:npx (?:--no )?)?kura (?=(?:${commands.join('|')}|help)\\b(?!-))`,
    'g',
  )
  return text => text.replace(named, `${invocation} `)
}
