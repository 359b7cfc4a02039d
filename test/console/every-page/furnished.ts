/** A world in which every kind of form is shown, and the forms of its pages. */
import { ALL_PERMISSIONS } from '../../services/accounting/deals/world.ts'
import { incorrect, inReview, servedConsole, unknown } from '../pages/to-do/world.ts'

export interface Form {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** Returns the posted forms of a page, once for each of their buttons, with the values on the page. */
export function formsOf(markup: string): Form[] {
  const plain = (text = '') =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  const attribute = (tag: string, name: string) => plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1])
  return [...markup.matchAll(/<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].flatMap(
    ([, action = '', body = '']) => {
      const inputs = [...body.matchAll(/<(?:input|select|textarea)[^>]* name="[^>]*>/g)].map(([tag]) => tag)
      const chosen = [...body.matchAll(/<select[^>]* name="([^"]*)".*?<\/select>/gs)].map(
        ([list, name = '']) => {
          const [, value] =
            /<option value="([^"]*)" selected/.exec(list) ?? /<option value="([^"]*)"/.exec(list) ?? []
          return [name, value] as const
        },
      )
      const fields = {
        ...Object.fromEntries(inputs.map(tag => [attribute(tag, 'name'), attribute(tag, 'value')])),
        ...Object.fromEntries(chosen.map(([name, value]) => [name, plain(value)])),
      }
      const buttons = [...body.matchAll(/<button[^>]* name="[^>]*>/g)].map(([tag]) => tag)
      const acts = buttons.map(tag => ({ [attribute(tag, 'name')]: attribute(tag, 'value') }))
      return (acts.length > 0 ? acts : [{}]).map(act => ({ action, fields: { ...fields, ...act } }))
    },
  )
}

export async function furnished() {
  const world = await servedConsole({
    permissions: ALL_PERMISSIONS,
    env: { ACCOUNTING_SCHEDULE: 'document-1' },
  })
  // these two come first: once a deal waits, a similar one may be its correction, and would wait too
  await unknown(world, 'receipt 5')
  await unknown(world, 'receipt 6', 900)
  for (const name of ['receipt 1', 'receipt 2']) await inReview(world, name)
  await incorrect(world, 'receipt 4')
  const body = new FormData()
  body.append('file', new File(['%PDF 1'], '2026-06-01_1100_lunch.pdf'))
  body.append(
    'file',
    new File(['日付,科目,税率,適格,金額,摘要\n2026-06-02,会議費,10,はい,700,茶\n'], 'table.csv'),
  )
  await world.open('/console/receipts', { method: 'POST', body })
  return world
}
