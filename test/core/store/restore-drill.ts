import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMarkdown } from '../../docs/markdown.ts'
import { PROJECT } from '../../docs/pages.ts'

/** Returns the shell blocks of the section "Backup", in order. */
export async function readDrill(): Promise<string[]> {
  const text = await readFile(join(PROJECT, 'lib/core/store/README.md'), 'utf8')
  const [, section = ''] = text.split('\n## Backup\n')
  const [drill = ''] = section.split('\n## ')
  return readMarkdown(drill).blocks.flatMap(({ language, text }) => (language === 'sh' ? [text] : []))
}
