/**
 * Runs the shell blocks of a page in a project, in their order. A comment right before a block has one of these forms:
 *
 * - `<!-- not run: REASON -->`: it needs something that this machine does not have; its commands are parsed all the
 *   same
 * - `<!-- exit status N: REASON -->`: its last command ends with N, as the page shows
 * - `<!-- answers: yes, Mei -->`: its commands ask these questions' answers of a person
 *
 * The output that a `console` block shows must be printed (`shown-output.ts`).
 *
 * A block of another language that carries a name, such as `json contact.json`, is a file that the commands read.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kuraWords, type Scripts } from '../documented-commands.ts'
import type { Block } from '../markdown.ts'
import { readShell, scriptOf } from '../shell.ts'
import type { Ended, LocalProject } from './local-project.ts'
import { linesNotPrinted } from './shown-output.ts'

const SHELL = ['sh', 'console']
const NOT_RUN = /^not run: \S/
const EXIT_STATUS = /^exit status (\d+): \S/
const ANSWERS = /^answers: (.+)$/

/** The local host's address in the manual. */
const LOCAL_HOST = 'http://localhost:3000'

export function isShell({ language }: Block): boolean {
  return SHELL.includes(language)
}

/**
 * Whether a block runs; if not, its remark says why.
 * @throws Error for a remark with a misspelt form
 */
export function isRun(block: Block): boolean {
  const { remark } = block
  const known = remark === '' || [NOT_RUN, EXIT_STATUS, ANSWERS].some(form => form.test(remark))
  if (!known) throw new Error(`line ${block.line}: cannot read the remark "${remark}"`)
  return !NOT_RUN.test(remark)
}

/**
 * Writes the page's files and runs its blocks.
 * @throws Error for the first block that does not end as its remark says
 */
export async function runPage(
  blocks: readonly Block[],
  project: LocalProject,
  scripts: Scripts,
): Promise<void> {
  for (const { name, text } of blocks.filter(block => !isShell(block) && block.name !== ''))
    await writeFile(join(project.folder, name), `${text}\n`)
  for (const block of blocks.filter(block => isShell(block) && isRun(block))) {
    const expected = Number(EXIT_STATUS.exec(block.remark)?.[1] ?? 0)
    const { status, output } = await runBlock(block, project, scripts)
    if (status !== expected)
      throw new Error(
        `line ${block.line}: exit status ${status}, expected ${expected}\n${block.text}\n\n${output}`,
      )
    const missing = block.language === 'console' ? linesNotPrinted(block.text, output) : []
    if (missing.length > 0)
      throw new Error(`line ${block.line} shows what is not printed:\n${missing.join('\n')}\n\n${output}`)
  }
}

async function runBlock(block: Block, project: LocalProject, scripts: Scripts): Promise<Ended> {
  const script = scriptOf(block).replaceAll(LOCAL_HOST, project.url)
  const answers = ANSWERS.exec(block.remark)?.[1]?.split(', ')
  if (!answers) return project.shell(script)
  const [words, ...others] = readShell(script).map(command => kuraWords(command, scripts))
  if (!words || others.length > 0) throw new Error(`line ${block.line}: one kura command takes the answers`)
  return project.answered(words, answers)
}
