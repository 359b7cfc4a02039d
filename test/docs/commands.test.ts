/** The program reads each command in README.md and docs/; the tests in `run/` also run them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandOf, everyCommand, kuraWords, nameFault, parseFault } from './documented-commands.ts'
import { readMarkdown } from './markdown.ts'
import { manualPages, PROJECT } from './pages.ts'
import { isShell } from './run/page-run.ts'
import { readShell, scriptOf } from './shell.ts'

const read = (name: string) => readFileSync(join(PROJECT, name), 'utf8')
const { scripts } = JSON.parse(read('package.json'))
const pages = ['README.md', 'examples/README.md', ...manualPages()].map(name => ({
  name,
  ...readMarkdown(read(name)),
}))

const commands = pages.flatMap(({ name, blocks }) =>
  blocks.filter(isShell).flatMap(block =>
    readShell(scriptOf(block)).flatMap(command => {
      const words = kuraWords(command, scripts)
      return words ? { where: `${name}:${block.line}`, words } : []
    }),
  ),
)
const named = pages.flatMap(({ name, inlineCode }) =>
  inlineCode
    .filter(text => /^(?:npm run (?:-s )?kura --|(?:npx )?kura) \S/.test(text))
    .map(text => ({ where: name, text })),
)

describe('the program reads each command', () => {
  test.each(commands)('$where kura $words', async ({ words }) => {
    expect(await parseFault(words)).toBeUndefined()
  })

  test.each(named)('$where `$text`', ({ text }) => {
    expect(nameFault(text)).toBeUndefined()
  })
})

test('no command is without its documentation', () => {
  const words = [
    ...commands.map(({ words }) => words),
    ...named.map(({ text }) => text.replace(/^npx /, '').split(' ').slice(1)),
  ]
  const documented = new Set(words.map(commandOf))
  const undocumented = everyCommand().filter(command => !documented.has(command))
  expect(undocumented, 'a page of docs/ must mention each').toEqual([])
})

test('CONTRIBUTING.md shows every npm script, and no other', () => {
  const shown = [...read('CONTRIBUTING.md').matchAll(/`npm (?:run )?([a-z]+(?::[a-z]+)?)[^`]*`/g)]
  const names = new Set(shown.map(([, name]) => name))
  names.delete('ci')
  expect([...names].sort()).toEqual(Object.keys(scripts).sort())
})
