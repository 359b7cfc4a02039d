/** The view of search robots: which rule of a robots file keeps Googlebot, Bingbot or any other robot from an address. */
import { type RobotsRules, readRobotsRules } from '../visit/robots-rules.ts'

/** The robots about which the check asks; `*` stands for every robot without a group of its own. */
export const ENGINES = ['Googlebot', 'Bingbot', '*'] as const
export type Engine = (typeof ENGINES)[number]

type SearchRules = Pick<RobotsRules, 'forbids'>

export const readSearchRules: (text: string) => SearchRules = readRobotsRules
