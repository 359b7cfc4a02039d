/** A list of people is saved with one message, and can be picked for the next. */
import * as z from 'zod'
import { foldCaseName } from '../../../core/claims/case-name.ts'
import { jsonFormat, update } from '../../../core/store/update.ts'
import type { PersonCall } from '../../page.ts'

const KEY = 'console/people-lists'
/** The maximum number of lists. A further list replaces the one that was saved longest ago. */
const MOST = 50

const listSchema = z.object({ name: z.string(), people: z.array(z.string()), channel: z.string().optional() })
const format = jsonFormat(z.array(listSchema))
export type PeopleList = Readonly<z.infer<typeof listSchema>>

/** The lists by name; empty for a person who may not send. @throws AppError `store_unavailable` */
export async function readLists({ core, view }: PersonCall): Promise<readonly PeopleList[]> {
  if (!view.session.scopes.includes('chat.send')) return []
  const { record } = await core.store().read(KEY)
  const lists = record ? await format.parse(record.value) : []
  return lists.toSorted((one, other) => one.name.localeCompare(other.name))
}

/** The list with this name, in any spelling that means the same name. */
export function listNamed(name: string, lists: readonly PeopleList[]): PeopleList | undefined {
  return lists.find(known => foldCaseName(known.name) === foldCaseName(name))
}

/** Replaces the list with the same name. A list without people and channel is removed. A preview saves nothing. */
export async function saveList(list: PeopleList, { core }: PersonCall): Promise<void> {
  if (core.config.deployment === 'preview') return
  const isEmpty = list.people.length === 0 && list.channel === undefined
  await update<PeopleList[], void>(core.store(), {
    key: KEY,
    format: format as never,
    transition: (current = []) => {
      const others = current.filter(known => listNamed(list.name, [known]) === undefined)
      const write = isEmpty ? others : [...others, list].slice(-MOST)
      return { write, result: undefined }
    },
  })
}
