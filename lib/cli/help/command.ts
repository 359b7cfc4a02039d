import {
  type AddHelpTextContext,
  type AddHelpTextPosition,
  Command,
  type CommandUnknownOpts,
  type ErrorOptions,
  Help,
} from '@commander-js/extra-typings'
import { MESSAGES } from '../../core/language/catalogue.ts'
import { type Locale, NEUTRAL } from '../../core/language/language.ts'
import { sayIn, textOf } from '../../core/language/text.ts'
import { displayWidth, fittedText } from '../terminal/fitting.ts'
import { usageError } from './usage-error.ts'
import { FRAME } from './words.ts'

const USUAL_COLUMNS = 80

const HEADINGS = new Map<string, string>(
  [FRAME.usage, FRAME.arguments, FRAME.options, FRAME.commands].map(({ id, en }) => [en, id]),
)

class KuraHelp extends Help {
  /** The minimum width at which option texts are wrapped, so that the help fits a terminal of 60 columns. */
  override minWidthToWrap = 15
  readonly locale: Locale

  constructor(locale: Locale) {
    super()
    this.locale = locale
  }

  override displayWidth(text: string): number {
    return displayWidth(text)
  }

  override boxWrap(text: string, columns: number): string {
    return fittedText(text, { columns })
  }

  override styleTitle(title: string): string {
    return described(HEADINGS.get(title) ?? title, this.locale)
  }

  override commandUsage(command: Command): string {
    const columns = this.helpWidth ?? USUAL_COLUMNS
    const heading = `${this.styleTitle(FRAME.usage.en)} `
    return fittedText(heading + super.commandUsage(command), { columns, indent: 2 }).slice(heading.length)
  }

  override subcommandDescription(command: Command): string {
    return command.name() === 'help'
      ? described(FRAME.help.id, this.locale)
      : super.subcommandDescription(command)
  }

  /** Translates the words that commander adds: `(choices: "yes", "no")`. */
  override styleDescriptionText(text: string): string {
    return [FRAME.choices, FRAME.default].reduce(
      (said, { id, en }) => said.replace(` (${en}`, ` (${described(id, this.locale)}`),
      text,
    )
  }
}

export class KuraCommand extends Command {
  readonly #locale: Locale

  constructor(name?: string, locale: Locale = NEUTRAL) {
    super(name)
    this.#locale = locale
  }

  override createCommand(name?: string): KuraCommand {
    return new KuraCommand(name, this.#locale)
  }

  override createHelp(): Help {
    return Object.assign(new KuraHelp(this.#locale), this.configureHelp())
  }

  /** @throws AppError `usage` in place of commander's error */
  override error(message: string, { code }: ErrorOptions = {}): never {
    throw usageError(this, { code, message })
  }

  override addHelpText(
    position: AddHelpTextPosition,
    text: string | ((context: AddHelpTextContext) => string),
  ): this {
    return super.addHelpText(position, context => {
      const remark = typeof text === 'string' ? described(text, this.#locale) : text(context)
      return fittedText(remark, { columns: helpColumns(this, context) })
    })
  }
}

/** Returns the text of a description: a message's id or, if only operators use the command, the English text itself. */
function described(description: string, locale: Locale): string {
  return MESSAGES.has(description) ? textOf({ id: description, values: {} }, locale) : description
}

export function translate(command: CommandUnknownOpts, locale: Locale): void {
  const said = (text: string) => described(text, locale)
  command.description(said(command.description())).summary(said(command.summary()))
  for (const part of [...command.options, ...command.registeredArguments])
    part.description = said(part.description)
  for (const child of command.commands) translate(child, locale)
}

/** Adds examples to the help. Examples are commands to copy, so they are not wrapped. */
export function addExamples(command: CommandUnknownOpts, examples: readonly string[], locale: Locale): void {
  const text = ['', sayIn(locale)(FRAME.examples), ...examples.map(example => `  ${example}`)].join('\n')
  Command.prototype.addHelpText.call(command, 'after', () => text)
}

function helpColumns(command: CommandUnknownOpts, { error }: AddHelpTextContext): number {
  const { getErrHelpWidth, getOutHelpWidth } = command.configureOutput()
  return (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? USUAL_COLUMNS
}
