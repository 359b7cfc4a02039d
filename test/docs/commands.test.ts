/** Each command of README.md and docs/ is one that the program reads, and those that can run on one machine run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandOf, everyCommand, kuraWords, nameFault, parseFault } from './documented-commands.ts'
import { type LocalProject, startLocalProject } from './local-project.ts'
import { readMarkdown } from './markdown.ts'
import { isRun, isShell, runPage } from './page-run.ts'
import { manualPages, PROJECT } from './pages.ts'
import { readShell, scriptOf } from './shell.ts'
import { linesNotPrinted } from './shown-output.ts'

/** Milliseconds for a page on a machine that is busy with other tests. */
const PATIENCE = 180_000

/** A page that requires what another one has done; they run one after the other, as one test. */
const REQUIRED: Readonly<Record<string, string>> = { 'docs/receipts.md': 'docs/deals.md' }

const read = (name: string) => readFileSync(join(PROJECT, name), 'utf8')
const { scripts } = JSON.parse(read('package.json'))
const pages = ['README.md', ...manualPages()].map(name => ({ name, ...readMarkdown(read(name)) }))

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
  expect(everyCommand().filter(command => !documented.has(command))).toEqual([])
})

test('CONTRIBUTING.md shows every npm script, and no other', () => {
  const shown = [...read('CONTRIBUTING.md').matchAll(/`npm (?:run )?([a-z]+(?::[a-z]+)?)[^`]*`/g)]
  const names = new Set(shown.map(([, name]) => name))
  names.delete('ci')
  expect([...names].sort()).toEqual(Object.keys(scripts).sort())
})

describe('the commands run, in the order of their page', () => {
  let project: LocalProject
  beforeAll(async () => {
    project = await startLocalProject()
  })
  afterAll(() => project?.stop())

  test('README.md shows what npm start prints', () => {
    const [block] = pages.flatMap(({ blocks }) => blocks.filter(({ text }) => text.startsWith('settings ')))
    expect(linesNotPrinted(block?.text ?? 'no block', project.screen)).toEqual([])
  })

  const run = pages.filter(({ blocks }) => blocks.some(block => isShell(block) && isRun(block)))
  const rows = run
    .filter(({ name }) => !REQUIRED[name])
    .map(page => [page, ...run.filter(({ name }) => REQUIRED[name] === page.name)])
    .map(chain => ({ names: chain.map(({ name }) => name).join(', then '), chain }))
  test.concurrent.each(rows)(
    '$names',
    async ({ chain }) => {
      for (const { blocks } of chain) await runPage(blocks, project, scripts)
    },
    PATIENCE,
  )
})
