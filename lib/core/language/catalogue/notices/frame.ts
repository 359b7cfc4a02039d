/** What is around the matters in a message. */
import type { Message } from '../../message.ts'

export const FRAME = {
  /** Before the title of a message that repeats what was told a week ago. */
  again: {
    en: title => `Still open: ${title}`,
    ja: title => `【再通知】${title}`,
  } satisfies Message<string>,
  act: {
    en: act => `What to do: ${act}`,
    ja: act => `対応：${act}`,
  } satisfies Message<string>,
  by: {
    en: (at, { day }) => ` by ${day(at)}`,
    ja: (at, { day }) => `（期限 ${day(at)}）`,
  } satisfies Message<number>,
  more: {
    en: (count, { number }) => `and ${number(count)} more; \`npx kura notices\` lists them`,
    ja: (count, { number }) => `ほか${number(count)}件（\`npx kura notices\` で一覧表示）`,
  } satisfies Message<number>,
  lines: {
    en: lines => lines.join('; '),
    ja: lines => lines.join('、'),
  } satisfies Message<readonly string[]>,
  names: {
    en: names => names.join(', '),
    ja: names => names.join('、'),
  } satisfies Message<readonly string[]>,
  over: {
    en: () => 'Over:',
    ja: () => '解消しました：',
  } satisfies Message,
  /** All of one matter in one line. */
  line: {
    en: ({ title, line }) => `${title}: ${line}`,
    ja: ({ title, line }) => `${title}：${line}`,
  } satisfies Message<{ title: string; line: string }>,
}
