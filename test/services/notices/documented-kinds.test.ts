/** The list of notices in docs/chat.md is made from their kinds. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { NOTICE_KINDS, type NoticeKind } from '../../../lib/app/notice-kinds.ts'
import { URGENCIES } from '../../../lib/core/language/open-item.ts'
import { openItemText } from '../../../lib/services/notices/digest.ts'
import { ENGLISH } from '../../helpers/notice-words.ts'
import { EXAMPLES } from './examples.ts'

const PAGE = resolve(import.meta.dirname, '../../../docs/chat.md')
const LIST = /(?<=<!-- notices -->\n)[\s\S]*(?=<!-- \/notices -->)/

const wording = { locale: ENGLISH, kinds: NOTICE_KINDS }
const kinds = Object.keys(NOTICE_KINDS) as NoticeKind[]

/** A row for each kind: its urgency, what happened, and its name in messages to a webhook. */
function noticeList(): string {
  const rows = URGENCIES.flatMap(urgency =>
    kinds
      .filter(kind => NOTICE_KINDS[kind].urgency === urgency)
      .map(kind => {
        const { title } = openItemText({ kind, facts: EXAMPLES[kind][2] }, wording)
        return `| ${urgency} | ${title} | \`${kind}\` |\n`
      }),
  )
  return `\n| urgency | what happened | kind |\n|---|---|---|\n${rows.join('')}\n`
}

test('the list of notices is that of their kinds: renew it with npm run notices', async () => {
  const page = readFileSync(PAGE, 'utf8')
  await expect(page.replace(LIST, noticeList())).toMatchFileSnapshot(PAGE)
})
