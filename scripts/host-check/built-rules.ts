/** Compares the redirects of the host's builder with those that the lint of a move knows. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BUILT_RULES } from '../../test/move/rules/lint/built-rules.ts'
import { buildProject } from './builder.ts'

/** Builds a project with nothing but redirects in `folder`; returns the routes that differ from the table. */
export async function findOtherRoutes(folder: string, { home }: { home: string }): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const redirects = BUILT_RULES.map(({ source, destination }) => ({ source, destination, permanent: true }))
  await writeFile(join(folder, 'vercel.json'), JSON.stringify({ redirects }))
  await writeFile(join(folder, 'index.html'), 'a page\n')
  await buildProject(folder, { home })
  const { routes } = JSON.parse(await readFile(join(folder, '.vercel/output/config.json'), 'utf8'))
  return BUILT_RULES.flatMap(({ source, src, location }, at) => {
    const built = JSON.stringify(routes[at])
    const known = JSON.stringify({ src, headers: { Location: location }, status: 308 })
    return built === known ? [] : [`"${source}" is built as ${built}, known as ${known}`]
  })
}
