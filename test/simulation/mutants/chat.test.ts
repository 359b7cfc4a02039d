/** The rules of messages. */
import { describeMutants } from './describe-mutants.ts'

describeMutants([
  {
    name: 'a sleeper posts no message',
    file: 'lib/core/claims/once.ts',
    rule: 'guard: () => checkLease(name, operation, deps)',
    without: 'guard: async () => undefined',
    world: 'messages',
    bounds: [1, 0, 1, 'sleeps'],
    broken: /the channel has 2 messages/,
  },
  {
    name: 'an unknown message is freed only after the settling time',
    file: 'lib/services/chat/acts/once.ts',
    rule: 'SETTLING = 10 * 60_000',
    without: 'SETTLING = 1',
    world: 'messages',
    bounds: [1, 1, 1, 'late'],
    broken: /the channel has 2 messages|and the channel has its message/,
  },
  {
    name: 'that a message is not there holds from when it was shown to the person who looked',
    file: 'lib/core/claims/claim.ts',
    rule: 'seenAt: Math.min(seenAt, claim.seenAt)',
    without: 'seenAt: Math.max(seenAt, claim.seenAt)',
    world: 'messages',
    bounds: [1, 1, 1, 'late'],
    broken: /the case is refused, and the channel has its message/,
  },
])
