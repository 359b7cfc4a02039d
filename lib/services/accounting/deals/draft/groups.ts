import type { AccountingClient } from '../../remote/client.ts'
import { withName } from '../../remote/names.ts'
import type { Group } from '../../remote/schema.ts'
import type { LineRequest } from '../schema.ts'
import { type UnknownName, unknownName } from './unknown-names.ts'

/** Each list is empty unless the request names a record of its kind. */
export interface Groups {
  readonly items: readonly Group[]
  readonly sections: readonly Group[]
  readonly tags: readonly Group[]
}

export interface GroupIds {
  readonly item_id?: number
  readonly section_id?: number
  readonly tag_ids?: number[]
}

export async function readGroups(
  lines: readonly LineRequest[],
  { client, companyId }: { client: AccountingClient; companyId: number },
): Promise<Groups> {
  const names = (has: (line: LineRequest) => unknown) => lines.some(line => has(line) !== undefined)
  const [items, sections, tags] = await Promise.all([
    names(line => line.item) ? client.items(companyId) : [],
    names(line => line.section) ? client.sections(companyId) : [],
    names(line => line.tags) ? client.tags(companyId) : [],
  ])
  const inUse = (groups: readonly Group[]) => groups.filter(({ available }) => available)
  return { items: inUse(items), sections: inUse(sections), tags: inUse(tags) }
}

export function findGroups(
  { item, section, tags }: LineRequest,
  { at, groups }: { at: string; groups: Groups },
): { ids: GroupIds; missing: UnknownName[] } {
  const missing: UnknownName[] = []
  const idOf = (name: string, kind: 'item' | 'section' | 'tags', list: readonly Group[]) => {
    const found = withName(list, name)
    const names = list.map(group => group.name)
    if (!found) missing.push(unknownName({ kind, at: `${at}.${kind}`, name }, names))
    return found?.id ?? 0
  }
  const ids = {
    ...(item !== undefined && { item_id: idOf(item, 'item', groups.items) }),
    ...(section !== undefined && { section_id: idOf(section, 'section', groups.sections) }),
    ...(tags && { tag_ids: tags.map(tag => idOf(tag, 'tags', groups.tags)) }),
  }
  return { ids, missing }
}
