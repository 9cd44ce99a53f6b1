// The way to the host: a page that its host serves plays with that one, others over Bluetooth.
import * as bluetooth from './link.js'
import * as socket from './socket.js'
import { isServed } from './socket.js'

export { isServed }
export const { choose, Link } = isServed ? socket : bluetooth
export const isSupported = () => isServed || bluetooth.isSupported()
