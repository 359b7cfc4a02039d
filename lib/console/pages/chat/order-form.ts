import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { WAYS } from '../../../services/chat/delivery/words.ts'
import { type Field, type FieldFaults, fieldsOf } from '../../frame/parts.ts'
import type { Fields, View } from '../../page.ts'
import type { PeopleList } from './people-lists.ts'
import { MESSAGES_WORDS as WORDS } from './words.ts'

export interface Entered {
  readonly faults: FieldFaults
  readonly fields: Fields
  readonly lists?: readonly PeopleList[]
  /** The typed names that do not mean exactly one person. */
  readonly unclear?: readonly Unclear[]
}

/** A typed name, and the people whom it may mean, each as `user (shown name), identifier`. */
export interface Unclear {
  readonly name: string
  readonly candidates: readonly string[]
}

export function orderForm({ faults, fields, lists = [], unclear = [] }: Entered, view: View): Html {
  const say = sayIn(view.locale)
  return html`<form method="post" action="/console/messages">${fieldsOf(fieldsIn(fields, lists, say), faults, view)}${picksOf(unclear, say)}
<button class="first">${say(WORDS.preview)}</button></form>`
}

function fieldsIn(fields: Fields, lists: readonly PeopleList[], say: Say): Field[] {
  const ways = ['direct_messages', 'private_channel'] as const
  return [
    { name: 'name', label: say(WORDS.name), hint: say(WORDS.nameHint), required: true },
    { name: 'text', label: say(WORDS.text), required: true, multiline: true },
    ...(lists.length > 0
      ? [{ name: 'list', label: say(WORDS.list), hint: say(WORDS.listHint), choices: choicesOf(lists, say) }]
      : []),
    { name: 'people', label: say(WORDS.people), hint: say(WORDS.peopleHint), multiline: true },
    { name: 'way', label: say(WORDS.way), choices: ways.map(way => [way, say(WAYS[way])] as const) },
    {
      name: 'channel',
      label: say(WORDS.channel),
      hint: say(WORDS.channelHint),
      input: { inputmode: 'numeric', autocomplete: 'off' },
    },
    {
      name: 'saveAs',
      label: say(WORDS.saveAs),
      hint: say(WORDS.saveAsHint),
      input: { maxlength: 60, autocomplete: 'off' },
    },
  ].map(given => ({ ...given, value: fields[given.name] ?? '' }))
}

/** A box for each candidate. A ticked person takes the place of the typed name. */
function picksOf(unclear: readonly Unclear[], say: Say): Piece {
  const picks = unclear.flatMap(({ name, candidates }) =>
    candidates.map(text => ({ name, text, user: text.split(/[ ,]/)[0] ?? '' })),
  )
  if (picks.length === 0) return ''
  const boxes = picks.map(
    ({ name, text, user }, at) =>
      html`<p><label><input type="checkbox" name="${`pick-${at}`}" value="${`${user} ${name}`}"> ${text}</label></p>`,
  )
  return html`<fieldset><legend>${say(WORDS.pick)}</legend>${boxes}</fieldset>`
}

/** The fields, with each ticked person in place of the typed name. */
export function withPicks(fields: Fields): Fields {
  const picks = Object.entries(fields)
    .filter(([name]) => /^pick-\d+$/.test(name))
    .map(([, value]) => /^(\S+) (.*)$/s.exec(value)?.slice(1) ?? [])
  if (picks.length === 0) return fields
  const typed = picks.map(([, name = '']) => name)
  const kept = linesOf(fields['people'] ?? '').filter(line => !typed.includes(line))
  const people = new Set([...kept, ...picks.flatMap(([user]) => user || [])])
  return { ...fields, people: [...people].join('\n') }
}

/** The entries of a text, separated by line ends or commas. Empty entries are left out. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\n,、]/)
    .map(line => line.trim())
    .filter(line => line !== '')
}

function choicesOf(lists: readonly PeopleList[], say: Say): (readonly [string, string])[] {
  const named = lists.map(({ name, people, channel }) => {
    const to = [...people, ...(channel === undefined ? [] : [channel])]
    return [name, say(WORDS.listNamed, { name, people: to })] as const
  })
  return [['', say(WORDS.noList)], ...named]
}
