/** Directories that live as long as the test that asked for them. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new directory with `files` (path -> content), removed when the test ends. */
export async function temporaryDirectory(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'kura-test-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true })
    await writeFile(join(directory, path), content)
  }
  return directory
}
