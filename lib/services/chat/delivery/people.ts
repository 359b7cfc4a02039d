/** Finds people. A full name must belong to exactly one person of the server, or the requester says who is meant. */
import { foldCaseName } from '../../../core/claims/case-name.ts'
import { AppError } from '../../../core/errors.ts'
import type { RequestDeps } from '../deps.ts'
import { type Bot, serverBot, usableBots } from '../remote/bots.ts'
import { MOST_MEMBERS, memberCall, searchMembersCall } from '../remote/calls.ts'
import { CODE, refusalOf } from '../remote/errors.ts'
import type { Member, Person } from '../schema.ts'

export type Match =
  | { readonly match: 'one'; readonly person: Person }
  /** `candidates` are the people whom the name may mean; only the requester sees them. */
  | { readonly match: 'ambiguous' | 'missing'; readonly candidates: readonly string[] }

interface Unclear {
  readonly name: string
  readonly match: Exclude<Match, { match: 'one' }>
}

const MOST_CANDIDATES = 5

/** Finds the person with a name; `complete` is false if the search found too many members to list. */
export function matchPerson(
  name: string,
  { found, complete }: { found: readonly Member[]; complete: boolean },
): Match {
  const people = found.filter(({ user }) => user.bot !== true)
  const exact = people.filter(member => namesOf(member).includes(foldCaseName(name)))
  const [only] = exact
  if (only && exact.length === 1 && complete)
    return { match: 'one', person: { id: only.user.id, label: name } }
  const candidates = (exact.length > 0 ? exact : people).slice(0, MOST_CANDIDATES).map(describe)
  return { match: exact.length > 0 || people.length > 1 ? 'ambiguous' : 'missing', candidates }
}

function namesOf({ nick, user }: Member): string[] {
  return [user.username, user.global_name, nick].flatMap(name => (name ? [foldCaseName(name)] : []))
}

function describe(member: Member): string {
  const { nick, user } = member
  const shown = nick ?? user.global_name
  return `${user.username}${shown ? ` (${shown})` : ''}, ${user.id}`
}

/** Finds the people, each once. @throws AppError `bad_request`, with the unclear names in its hint */
export async function findPeople(
  names: readonly string[],
  { bot, guildId }: { bot: Bot; guildId: string },
): Promise<Person[]> {
  const people: Person[] = []
  const unclear: Unclear[] = []
  for (const name of new Set(names)) {
    const match = await findPerson(name, { bot, guildId })
    if (match.match !== 'one') unclear.push({ name, match })
    else if (!people.some(({ id }) => id === match.person.id)) people.push(match.person)
  }
  if (unclear.length > 0) throw unclearNames(unclear)
  return people
}

/** Finds people through the first bot in the company's chat server. */
export function finderOf({
  bots,
  settings,
}: Pick<RequestDeps, 'bots' | 'settings'>): (names: readonly string[]) => Promise<Person[]> {
  return async names =>
    findPeople(names, { bot: await serverBot(usableBots(await bots())), guildId: settings.guildId })
}

async function findPerson(name: string, { bot, guildId }: { bot: Bot; guildId: string }): Promise<Match> {
  const id = /^(?:<@!?(\d{1,20})>|(\d{15,20}))$/.exec(name)
  if (id) return findMember(id[1] ?? id[2] ?? '', { name, bot, guildId })
  const found = await bot.wire(searchMembersCall(guildId, name))
  return matchPerson(name, { found, complete: found.length < MOST_MEMBERS })
}

async function findMember(
  id: string,
  { name, bot, guildId }: { name: string; bot: Bot; guildId: string },
): Promise<Match> {
  try {
    const { user } = await bot.wire(memberCall(guildId, id))
    return user.bot ? { match: 'missing', candidates: [] } : { match: 'one', person: { id, label: name } }
  } catch (error) {
    const code = refusalOf(error)?.code
    if (code !== CODE.unknownMember && code !== CODE.unknownUser) throw error
    return { match: 'missing', candidates: [] }
  }
}

/** The error for unclear names. Only its hint and details have the names, because its message is logged. */
function unclearNames(unclear: readonly Unclear[]): AppError {
  const of = (kind: string) =>
    unclear
      .filter(({ match }) => match.match === kind)
      .map(({ name, match }) =>
        match.candidates.length > 0 ? `${name}: ${match.candidates.join(' / ')}` : name,
      )
  const [ambiguous, missing] = [of('ambiguous'), of('missing')]
  return new AppError(
    'bad_request',
    `Cannot tell who is meant: ambiguous names: ${ambiguous.length}, unknown names: ${missing.length}`,
    {
      hint: `ask who is meant, then give the full user name or the identifier: ${[...ambiguous, ...missing].join('; ')}`,
      details: {
        ambiguous,
        missing,
        // each name, then the people whom it may mean, a line each
        unclear: unclear.map(({ name, match }) => [name, ...match.candidates].join('\n')),
      },
    },
  )
}
