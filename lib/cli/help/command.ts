/** A command of kura: turns parse errors into errors of kura, and fits the whole help to the terminal. */
import {
  type AddHelpTextContext,
  type AddHelpTextPosition,
  Command,
  type CommandUnknownOpts,
  type ErrorOptions,
  Help,
} from '@commander-js/extra-typings'
import { fittedText } from '../terminal/fitting.ts'
import { usageError } from './usage-error.ts'

/** The width of a help text that is not shown on a terminal. */
const USUAL_COLUMNS = 80
const USAGE = 'Usage: '

class KuraHelp extends Help {
  /** The minimum width at which option texts are wrapped, so that the help fits a terminal of 60 columns. */
  override minWidthToWrap = 15

  /** Returns the usage, `kura devices --forget [options] <name>`; a long usage is wrapped and indented. */
  override commandUsage(command: Command): string {
    const columns = this.helpWidth ?? USUAL_COLUMNS
    return fittedText(USAGE + super.commandUsage(command), { columns, indent: 2 }).slice(USAGE.length)
  }
}

export class KuraCommand extends Command {
  override createCommand(name?: string): KuraCommand {
    return new KuraCommand(name)
  }

  override createHelp(): Help {
    return Object.assign(new KuraHelp(), this.configureHelp())
  }

  /**
   * Turns a parse error into an error of kura.
   * @throws AppError `usage`
   */
  override error(message: string, { code }: ErrorOptions = {}): never {
    throw usageError(this, { code, message })
  }

  /** Adds a remark below the help, wrapped to the terminal. */
  override addHelpText(
    position: AddHelpTextPosition,
    text: string | ((context: AddHelpTextContext) => string),
  ): this {
    return super.addHelpText(position, context => {
      const remark = typeof text === 'string' ? text : text(context)
      return fittedText(remark, { columns: helpColumns(this, context) })
    })
  }
}

/** Adds examples below the help of a command. They are commands to copy, so they are not wrapped. */
export function addExamples(command: CommandUnknownOpts, examples: readonly string[]): void {
  const text = ['', 'Examples:', ...examples.map(example => `  ${example}`)].join('\n')
  Command.prototype.addHelpText.call(command, 'after', () => text)
}

function helpColumns(command: CommandUnknownOpts, { error }: AddHelpTextContext): number {
  const { getErrHelpWidth, getOutHelpWidth } = command.configureOutput()
  return (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? USUAL_COLUMNS
}
