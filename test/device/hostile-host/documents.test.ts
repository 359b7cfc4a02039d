/** Attacks on the signed documents, which are in the answers of both versions. */
import { test } from 'vitest'
import { createPublisher, HOST_NOW, newKey } from '../../helpers/device/publisher.ts'
import { AFTER, type Attack, expectWithstood } from './attack.ts'

const ATTACKS: Attack[] = [
  {
    name: 'a release past its time',
    arrange: device => device.publish(2, AFTER, { expires: HOST_NOW - 1 }),
    code: 'release_expired',
    message: /release 2 expired on 2025-12-31/,
    hint: /ask the publisher for a new release/,
  },
  {
    name: 'a release signed by an unknown key',
    arrange: device => device.publish(2, AFTER, { keys: [newKey()] }),
    code: 'release_rejected',
    message: /signed by 0 of the keys of root 1/,
    hint: /tell the operator.*unchanged/,
  },
  {
    name: 'another release of the same version',
    arrange: device => device.publish(1, AFTER),
    code: 'release_rejected',
    message: /two releases of version 1/,
    hint: /publish the next version/,
  },
  {
    name: 'a root that does not follow',
    arrange: device => {
      device.host.roots = [createPublisher().rotate()]
    },
    code: 'root_invalid',
    message: /root 2 is not signed by 1 of the keys of root 1/,
    hint: /enrol the device again/,
  },
  {
    name: 'a path that leads out of the directory',
    arrange: device => device.publish(2, { '../../outside.md': 'X' }),
    code: 'release_rejected',
    message: /"\.\.\/\.\.\/outside\.md": it has the segment "\.\."/,
    hint: /ask the publisher/,
  },
  {
    name: 'a path that would be started instead of Node',
    arrange: device => device.publish(2, { 'node.exe': 'X' }),
    code: 'release_rejected',
    message: /"node\.exe": it uses the device's own name/,
    hint: /ask the publisher/,
  },
]

test.each(
  ATTACKS.flatMap(attack => [
    { ...attack, wire: 1 as const },
    { ...attack, wire: 2 as const },
  ]),
)('$name changes nothing and says what to do, in version $wire', expectWithstood)
