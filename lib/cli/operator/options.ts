import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings'
import { catalogue, phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { sayIn } from '../../core/language/text.ts'
import type { CliContext } from '../context.ts'
import { localeToShow } from '../terminal/wording.ts'

const WORDS = catalogue('person', {
  name: { en: 'your name: ', ja: 'お名前：' },
  nameless: { en: 'Cannot continue without a name', ja: 'お名前が必要です' },
  byOption: { en: 'give it with --by NAME', ja: '--by で指定してください' },
})

export const CALL = catalogue('help.call', {
  key: { en: 'the operator key to act with', ja: '操作に使う鍵のファイル' },
  local: {
    en: 'act in this process, with the settings of this machine',
    ja: 'この端末の設定で、このプログラムの中で実行する',
  },
  json: { en: 'print the result as JSON', ja: '結果をJSONで出力する' },
})

/** The options of a command, inferred from its definition: `OptionsOf<typeof deleteCommand>`. */
export type OptionsOf<Define extends (...given: never[]) => CommandUnknownOpts> = ReturnType<
  ReturnType<Define>['opts']
>

/** The options of a command before a helper adds its own: `OptionsOf<typeof withCallOptions<[], NoOptions>>`. */
export type NoOptions = Record<never, never>

export function withKeyOptions<Args extends unknown[], Opts extends OptionValues>(
  command: Command<Args, Opts>,
) {
  return command.option('--key <file>', CALL.key.id).option('--local', CALL.local.id)
}

export type OperatorOptions = {
  readonly [Name in keyof KeyOptions]?: KeyOptions[Name] | undefined
}
type KeyOptions = OptionsOf<typeof withKeyOptions<[], NoOptions>>

export function withCallOptions<Args extends unknown[], Opts extends OptionValues>(
  command: Command<Args, Opts>,
) {
  return withKeyOptions(command).option('--json', CALL.json.id)
}

export type CallOptions = OptionsOf<typeof withCallOptions<[], NoOptions>>

/** @throws AppError `usage` if neither `--by` nor the terminal gives a name */
export async function personOf(context: CliContext, { by }: { by?: string }): Promise<string> {
  const question = sayIn(localeToShow(context.config))(WORDS.name)
  const name = (by ?? (await context.ask(question))).trim()
  if (name === '') throw phraseError('usage', phrase(WORDS.nameless), { hint: phrase(WORDS.byOption) })
  return name
}
