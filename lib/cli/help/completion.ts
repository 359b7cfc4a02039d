/**
 * `kura completion bash|zsh`: prints a script with which the shell completes commands and options. At each tab, the
 * script calls `kura completion words …`, so that it offers exactly what the installed version has.
 */
import type { Command } from '@commander-js/extra-typings'
import type { CliContext, RegisterCommand } from '../context.ts'
import { findCommand } from './find-command.ts'

const SCRIPTS = {
  bash: `_kura() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(kura completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _kura kura`,
  zsh: `#compdef kura
_kura() {
  local -a offered
  offered=(\${(f)"$(kura completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  compadd -a offered || _files
}
compdef _kura kura`,
}

type Shell = keyof typeof SCRIPTS

/** The program whose words are completed. It is passed in, because the program itself contains this command. */
export interface CompletionDeps {
  createProgram(context: CliContext, words: readonly string[]): Promise<Command>
}

export function completionCommand(deps: CompletionDeps): RegisterCommand {
  return (program, context) => registerCompletion(program, { ...deps, context })
}

interface CompletionCommandDeps extends CompletionDeps {
  readonly context: CliContext
}

function registerCompletion(program: Command, deps: CompletionCommandDeps): void {
  const output = deps.context.output({})
  const completion = program
    .command('completion')
    .description('print the completion of kura (after npm link) for a shell')
    .addHelpText('after', '\nFor bash, add to ~/.bashrc: source <(kura completion bash)')
    .addHelpText('after', 'For zsh, add to ~/.zshrc after compinit: source <(kura completion zsh)')
  for (const shell of Object.keys(SCRIPTS) as Shell[]) {
    completion
      .command(shell)
      .description(`print the script for ${shell}`)
      .action(() => output.verbatim(SCRIPTS[shell]))
  }
  completion
    .command('words', { hidden: true })
    .argument('[words...]', 'the words so far; the last one is not complete')
    .action(async (words: readonly string[]) => {
      for (const word of await completionsOf(words, deps)) output.line(word)
    })
}

/**
 * Returns the completions of the last of `words`: options if this word begins with a dash, else subcommands and
 * choices.
 */
async function completionsOf(words: readonly string[], deps: CompletionCommandDeps): Promise<string[]> {
  const whole = words.slice(0, -1)
  const started = words.at(-1) ?? ''
  const program = await deps.createProgram(deps.context, whole)
  const { command } = findCommand(
    program,
    whole.filter(word => !word.startsWith('-')),
  )
  const option = command.options.find(({ long }) => long !== undefined && long === whole.at(-1))
  const offered =
    option?.argChoices ??
    (started.startsWith('-')
      ? ['--help', ...command.options.flatMap(({ long }) => long ?? [])]
      : [
          ...command
            .createHelp()
            .visibleCommands(command)
            .map(child => child.name()),
          ...(command.registeredArguments[0]?.argChoices ?? []),
        ])
  return offered.filter(word => word.startsWith(started))
}
