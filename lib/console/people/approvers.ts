/** This file is apart, so that functions that need only the approvers load nothing else of the console. */
import type { Store } from '../../core/store/store.ts'
import { counts, listPeople, momentOf, scopesWith } from './people.ts'
import type { Passkey, Person } from './stored-records.ts'

/** The names of the people who can approve with a passkey now. @throws AppError `store_unavailable` */
export async function namesOfApprovers(store: Store): Promise<string[]> {
  const [people, { restored, now }] = [await listPeople(store), await momentOf(store)]
  const approves = (person: Person, passkey: Passkey) =>
    counts(person, passkey, restored, now) && scopesWith(person, passkey).includes('approve')
  const approving = people.filter(person => person.passkeys.some(passkey => approves(person, passkey)))
  return approving.map(({ name }) => name)
}
