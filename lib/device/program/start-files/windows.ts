import { readFileSync } from 'node:fs'
import type { Message } from '../../../core/language/catalogue.ts'
import type { Language } from '../../../core/language/language.ts'
import { DEVICE_PROGRAM_NAME, PREVIOUS_PROGRAM_NAME, START_FILES, type StartFacts } from '../start-file.ts'
import { START, WINDOWS_START } from './words.ts'

/** The folder of the Japanese texts in the enrolled folder; absent if there are none. */
export const WORDS_FOLDER = '.kura/words'

const MESSAGES: Readonly<Record<string, Pick<Message, Language>>> = { ...START, ...WINDOWS_START }

/** Returns `start.cmd` with the pinned build, the proxy and the texts. It is ASCII: a console may use any code page. */
export function windowsStartFile(facts: StartFacts): string {
  const { proxy = '', node } = facts
  const { name, sha256, bytes } = node.builds.windows
  const parts: Readonly<Record<string, string>> = {
    version: node.version,
    name,
    sha256,
    bytes: String(bytes),
    proxy,
    program: DEVICE_PROGRAM_NAME,
    previous: PREVIOUS_PROGRAM_NAME,
    file: START_FILES.windows,
    words: saidNames()
      .map(said => routineOf(said, facts))
      .join('\n'),
  }
  return template()
    .replace(/\{\{(\w+)\}\}/g, (_, part: string) => parts[part] ?? '')
    .replaceAll('\n', '\r\n')
}

/** The Japanese texts by path. `type` shows UTF-16 with a byte order mark in every code page. */
export function windowsWordFiles(facts: StartFacts): ReadonlyMap<string, Buffer> {
  const { language } = facts
  if (language === 'en') return new Map()
  const files = saidNames().map(said => {
    const text = `\ufeff${textOf(said, language, facts)}\r\n`
    return [`${WORDS_FOLDER}/${said}.txt`, Buffer.from(text, 'utf16le')] as const
  })
  return new Map(files)
}

function template(): string {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  return read('start.cmd')
    .replace('{{bringNode}}', () => read('bring-node.cmd').trimEnd())
    .replace('{{oneDrive}}', () => read('one-drive.cmd'))
}

/** The messages that the start file shows, through a routine `say_NAME` or as a reason in WHY. */
function saidNames(): string[] {
  const found = template().matchAll(/(?:\bsay_|"WHY=)(\w+)/g)
  return [...new Set([...found].map(([, said = '']) => said))]
}

function routineOf(said: string, facts: StartFacts): string {
  const file = `"%WORDS%${said}.txt"`
  const other = facts.language === 'en' ? [] : [`if exist ${file} (type ${file}& exit /b)`]
  return [`:say_${said}`, ...other, `echo ${textOf(said, 'en', facts)}`, 'exit /b', ''].join('\n')
}

function textOf(said: string, language: Language, { node: { version, builds } }: StartFacts): string {
  const text = MESSAGES[said]?.[language] ?? ''
  const { name, bytes } = builds.windows
  const values: Readonly<Record<string, string>> = {
    mirror: addressIn(text, language),
    version,
    name,
    megabytes: String(Math.floor(bytes / 1_000_000)),
    tool: 'curl.exe',
    part: '.kura\\node',
    node: 'node.exe',
  }
  return text.replace(/\{(\w+)\}/g, (_, value: string) => values[value] ?? '')
}

/** The words in place of the address: the address is on its own line, because KURA_NODE_MIRROR may replace it. */
function addressIn(text: string, language: Language): string {
  if (language === 'ja') return 'このアドレス'
  return text.startsWith('{mirror}') ? 'This address' : 'this address'
}
