// The way to the host: a page that its host serves plays with that one, others over Bluetooth.
import * as bluetooth from './link.js'
import { SocketLink, isServed } from './socket.js'

export { isServed }
export const Link = isServed ? SocketLink : bluetooth.Link
export const isSupported = () => isServed || bluetooth.isSupported()
