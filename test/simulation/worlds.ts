/** All worlds, by name. */

import type { World } from './explore.ts'
import { actsWorld } from './worlds/acts.ts'
import { channelsWorld } from './worlds/channels.ts'
import { dealsWorld } from './worlds/deals.ts'
import { linksWorld } from './worlds/links.ts'
import { messagesWorld } from './worlds/messages.ts'
import { purchasesWorld } from './worlds/purchases.ts'
import { tokensWorld } from './worlds/tokens.ts'

export const WORLDS: Readonly<Record<string, World>> = {
  deals: dealsWorld({
    name: 'deals',
    hana: ['registers'],
    mei: ['resolves', 'frees', 'registers'],
    moves: 3,
  }),
  reviews: dealsWorld({
    name: 'reviews',
    hana: ['registers', 'corrects'],
    mei: ['releases', 'frees'],
    moves: 2,
    flags: ['a person has to look'],
  }),
  deletions: dealsWorld({
    name: 'deletions',
    hana: ['registers', 'deletes'],
    mei: ['deletes', 'deletes by hand', 'resolves', 'frees', 'registers'],
    moves: 2,
  }),
  messages: messagesWorld(),
  purchases: purchasesWorld(),
  refunds: purchasesWorld({ name: 'refunds', moves: 1, fails: true }),
  slow: purchasesWorld({ name: 'slow', moves: 1, slow: true }),
  'daily run': purchasesWorld({ name: 'daily run', moves: 1, daily: true }),
  'slow beside the daily run': purchasesWorld({
    name: 'slow beside the daily run',
    moves: 1,
    slow: true,
    daily: true,
  }),
  'refunds beside the daily run': purchasesWorld({
    name: 'refunds beside the daily run',
    moves: 1,
    fails: true,
    daily: true,
  }),
  tokens: tokensWorld({ name: 'tokens', asks: 1 }),
  outages: tokensWorld({ name: 'outages', asks: 2 }),
  links: linksWorld({ name: 'links' }),
  'links beside a refresh': linksWorld({ name: 'links beside a refresh', refreshes: true }),
  'two people': dealsWorld({
    name: 'two people',
    hana: ['registers'],
    mei: ['resolves', 'frees'],
    ken: ['frees', 'registers', 'deletes'],
    moves: 1,
  }),
  channels: channelsWorld(),
  acts: actsWorld({
    name: 'acts',
    hana: ['requests', 'corrects'],
    mei: ['requests blindly', 'frees', 'resolves', 'confirms', 'deletes', 'releases'],
  }),
  'acts of two people': actsWorld({
    name: 'acts of two people',
    hana: ['requests'],
    mei: ['requests', 'frees', 'resolves', 'confirms', 'deletes'],
    moves: 2,
  }),
  'flagged acts': actsWorld({
    name: 'flagged acts',
    hana: ['requests', 'corrects'],
    mei: ['requests', 'releases', 'frees', 'resolves'],
    moves: 2,
    flags: ['a person has to look'],
  }),
  'refused acts': actsWorld({
    name: 'refused acts',
    hana: ['requests', 'requests'],
    mei: ['requests blindly'],
    refuses: true,
  }),
  'acts that were done before': actsWorld({
    name: 'acts that were done before',
    hana: ['requests'],
    mei: ['requests', 'resolves'],
    there: ['a'],
  }),
  'acts that were done twice before': actsWorld({
    name: 'acts that were done twice before',
    hana: ['requests'],
    mei: ['requests'],
    there: ['a', 'a'],
  }),
  'acts at a remote that hides them': actsWorld({
    name: 'acts at a remote that hides them',
    hana: ['requests'],
    mei: ['requests'],
    there: ['a'],
    hides: true,
  }),
  orphans: actsWorld({
    name: 'orphans',
    hana: ['requests'],
    mei: ['drops', 'deletes', 'confirms', 'deletes by hand', 'frees'],
    moves: 2,
    there: ['a', 'a', 'a'],
    orphans: [2, 3],
  }),
}

/** @throws Error if there is no such world */
export function worldNamed(name: string): World {
  const world = WORLDS[name]
  if (!world) throw new Error(`there is no world "${name}", but ${Object.keys(WORLDS).join(', ')}`)
  return world
}
