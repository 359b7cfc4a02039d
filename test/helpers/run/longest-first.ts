/**
 * The order in which files start. Vitest starts large files first on a machine that has never run them, but the files
 * that take longest are small: they start programs or explore. One that starts last keeps one core busy alone.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take more than twenty seconds if every kill is tried, the longest first. */
const FIRST: readonly string[] = [
  'simulation/mutants/conditions/',
  'move/sites/faults',
  'simulation/exploration/',
  'whole-way/',
  'device/held/exploration',
  'services/accounting/tokens/processes/',
  'cli/commands/setup/terminal',
  'simulation/mutants/',
  'device/hostile-host/cost',
  'docs/run/',
  'device/install/',
  'cli/commands/start/',
  'move/check-many',
  'publishing/build/histories',
  'console/month/',
]

export class LongestFirst extends BaseSequencer {
  /** Orders the files of each group: the long ones in the order of the list, then the others in Vitest's own order. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    return usual.toSorted((a, b) => groupOf(a) - groupOf(b) || rank(a) - rank(b))
  }
}

const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder

function rank({ moduleId }: TestSpecification): number {
  const at = FIRST.findIndex(part => moduleId.includes(`/test/${part}`))
  return at === -1 ? FIRST.length : at
}
