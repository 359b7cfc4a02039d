/** The pages that people read: those of the project's folder, and all of `docs/`. */
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const PROJECT = resolve(import.meta.dirname, '../..')

/** Every page of `docs/`, relative to the project, in the order of their names. */
export function manualPages(): string[] {
  return readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name))
    .sort()
}

/** The pages of the project's own folder. */
export function frontPages(): string[] {
  return readdirSync(PROJECT)
    .filter(name => name.endsWith('.md'))
    .sort()
}
