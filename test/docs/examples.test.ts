/** The program reads the examples in the help, and the commands in hints and messages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EXAMPLES } from '../../lib/cli/help/examples.ts'
import { everyCommand, nameFault, parseFault } from './documented-commands.ts'
import { PROJECT } from './pages.ts'
import { readShell } from './shell.ts'

test('every command has an example, and no example is of another', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(
    everyCommand()
      .map(path => path.replace(/^completion .*/, 'completion'))
      .filter((path, index, all) => all.indexOf(path) === index)
      .sort(),
  )
})

describe('the program reads each example', () => {
  test.each(Object.entries(EXAMPLES).flatMap(([path, examples]) => examples.map(example => [example, path])))(
    '%s',
    async (example, path) => {
      const [words = []] = readShell(example)
      expect(words.slice(1).join(' ').startsWith(path)).toBe(true)
      expect(await parseFault(words.slice(1))).toBeUndefined()
    },
  )
})

/** The text after a command in a sentence. */
const END =
  /[|」（）。`'";,)\n]|\.(?:\s|$)|: | (?:to|lists|shows|and|or|once|then|undoes|prints|makes|adds|replaces|does|again|for|has|here|first|in|on) /

/** Each command in a text of the code, such as `kura key issue NAME`. */
function namedCommands(source: string): string[] {
  const code = source.replace(/\$\{[^}]*\}/g, 'X')
  return [...code.matchAll(/(?<![\w/.-])kura (?=[a-z]+[^a-z.])[^\n]*/g)].map(
    ([text]) => text.split(END)[0] ?? '',
  )
}

const COMMANDS = new Set(everyCommand().map(path => path.split(' ')[0]))

const sources = readdirSync(join(PROJECT, 'lib'), { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
  .map(entry => join(entry.parentPath, entry.name))
  .map(file => ({ file: file.slice(PROJECT.length + 1), code: readFileSync(file, 'utf8') }))

const hints = sources
  .flatMap(({ file, code }) => namedCommands(code).map(text => ({ file, text })))
  .filter(({ text }) => COMMANDS.has(text.split(' ')[1]))

const WORDS =
  /^(?:again|and|as|at|can|cannot|command|could|deployment|did|had|help|kept|made|may|must|on|read|sent|sha|the|to|use|will|would)$/

/**
 * Whether the word after `kura` is a verb about kura itself: `kura tries again`. A command with an s added by mistake
 * is not one.
 */
function isProse(word: string): boolean {
  return WORDS.test(word) || (/(?:s|ed)$/.test(word) && !COMMANDS.has(word.slice(0, -1)))
}

function withoutComments(code: string): string {
  return code.replace(/\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '')
}

/** The words after `kura` in the texts of the code; comments do not count. */
const following = sources.flatMap(({ file, code }) => {
  const texts = withoutComments(code)
  return [...texts.matchAll(/(?<![\w/.-]|\blets )kura ([a-z][a-z-]*)/g)].map(([, word = '']) => ({
    file,
    word,
  }))
})

test('a text that names a command names one that exists', () => {
  expect(following.filter(({ word }) => !COMMANDS.has(word) && !isProse(word))).toEqual([])
})

/** The commands that the catalogues of texts build: `kura('registrar', 'order', name)`. */
const built = sources.flatMap(({ file, code }) =>
  [...code.matchAll(/\bkura\(('[^)]*)\)/g)].map(([, words = '']) => ({
    file,
    text: `kura ${words.replaceAll(/'([^']*)'|[^',\s][^,]*/g, (_, word) => word ?? 'X').replaceAll(', ', ' ')}`,
  })),
)

test('the catalogues of texts name commands', () => {
  expect(built.length).toBeGreaterThan(30)
})

test.each(built)('$file: $text, put together', ({ text }) => {
  expect(nameFault(text)).toBeUndefined()
  expect(COMMANDS.has(text.split(' ')[1])).toBe(true)
})

test('the code names commands', () => {
  expect(hints.length).toBeGreaterThan(100)
})

test.each(hints)('$file: $text', ({ text }) => {
  expect(nameFault(text.trim())).toBeUndefined()
})

/** At a device, people open its start file, which brings Node with it; a text must not presume an installed one. */
test('no text for a person at a device says to type "node …"', () => {
  const pages = ['devices.md', ...readdirSync(join(PROJECT, 'docs/ja')).map(name => `ja/${name}`)]
  const texts = [
    ...sources
      .filter(({ file }) => /^lib\/(?:cli\/commands\/)?device\//.test(file))
      .map(({ file, code }) => ({ file, text: withoutComments(code) })),
    ...pages.map(name => ({ file: name, text: readFileSync(join(PROJECT, 'docs', name), 'utf8') })),
  ]
  expect(texts.length).toBeGreaterThan(60)
  const typed = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<![\w$.-])node(?:\.exe)? +[\w."'`$%{<~/\\-][^\n]{0,40}/g)].map(([found]) => ({
      file,
      found,
    })),
  )
  expect(typed).toEqual([])
})
