import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual, parseEnv } from 'node:util'
import { writeFileAtomic } from '../../../core/disk/atomic-file.ts'
import { AppError } from '../../../core/errors.ts'
import { membersOf, parseJson } from '../../../core/json/json.ts'
import { DEVELOPMENT } from '../../development.ts'
import { type Answers, CHOICES, UNSET } from './step.ts'

export const ENV_FILE = '.env'
const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

export interface Progress {
  readonly answers: () => Answers
  /** Writes answers at once, so that Ctrl-C loses no answer. An undefined value removes an answer. */
  save(answers: Settings): Promise<void>
}

/** Opens the stored answers in the folder `cwd`. A setting whose value in `.env` is empty counts as not answered. */
export function openProgress(cwd: string): Progress {
  const file = join(cwd, ENV_FILE)
  const choicesFile = join(cwd, DEVELOPMENT.setup)
  const readText = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const readChoices = () => (existsSync(choicesFile) ? choicesIn(readFileSync(choicesFile, 'utf8')) : {})
  return {
    answers: () => ({ ...readChoices(), ...withoutEmpty(parseEnv(readText())) }),
    async save(answers) {
      const [choices, settings] = split(answers)
      if (Object.keys(settings).length > 0)
        await writeFileAtomic(file, withSettings(readText(), settings), { mode: PRIVATE_FILE })
      const before = readChoices()
      const after = withoutEmpty({ ...before, ...choices })
      if (isDeepStrictEqual(before, after)) return
      await mkdir(join(cwd, DEVELOPMENT.folder), { recursive: true, mode: PRIVATE_FOLDER })
      await writeFileAtomic(choicesFile, `${JSON.stringify(after, null, 2)}\n`, { mode: PRIVATE_FILE })
    },
  }
}

const CHOICE_NAMES: readonly string[] = Object.values(CHOICES)

/** A setting that a person left unset on purpose is stored as a choice, not as a line of `.env`. */
function split(answers: Settings): [choices: Settings, settings: Settings] {
  const entries = Object.entries(answers)
  const settings = entries.filter(([name]) => !CHOICE_NAMES.includes(name))
  return [
    Object.fromEntries([
      ...entries.filter(([name]) => CHOICE_NAMES.includes(name)),
      ...settings.map(([name, value]) => [name, value === UNSET ? UNSET : undefined]),
    ]),
    Object.fromEntries(settings.map(([name, value]) => [name, value === UNSET ? undefined : value])),
  ]
}

function choicesIn(text: string): Answers {
  const entries = Object.entries(membersOf(parseJson(text)))
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

function withoutEmpty(settings: Readonly<Record<string, string | undefined>>): Answers {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

/** Matches values that a shell reads without quotes. */
const PLAIN = /^[\w.,:/@+=-]*$/

type Settings = Readonly<Record<string, string | undefined>>

/** Replaces the lines that set one of `settings`; the other lines of `text` stay. */
export function withSettings(text: string, settings: Settings): string {
  const kept = text
    .split('\n')
    .filter(line => !Object.hasOwn(settings, /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? ''))
  while (kept.at(-1) === '') kept.pop()
  const set = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quoted(name, value)}`],
  )
  return `${[...kept, ...set].join('\n')}\n`
}

/** @throws AppError `usage` for a value with a line break or an apostrophe; the message does not contain the value */
function quoted(name: string, value: string): string {
  if (PLAIN.test(value)) return value
  if (/^[^'\r\n]+$/.test(value)) return `'${value}'`
  throw new AppError('usage', `Cannot write ${name} to .env: it has a line break or the character '`)
}
