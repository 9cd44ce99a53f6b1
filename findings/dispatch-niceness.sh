#!/usr/bin/env bash
# libdispatch of Swift 6.3.1 on Linux sets the niceness of its threads by their QoS (background 10, utility 2,
# default 0, user-initiated -2) and does not add it to that of the process. Where that is allowed, as for root,
# `nice -n 19 program` slows the main thread only: queues run at 0, and a program that they start inherits it. For
# others the call fails, and all threads keep 19. So measurements with nice are to be made as another user
# (setpriv --reuid=65534 --clear-groups). Fails if that has changed; wants root and swiftc.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.swift << 'SWIFT'
import Dispatch
import Glibc

// On Linux this is the niceness of the calling thread.
func niceness() -> Int32 { getpriority(__priority_which_t(0), 0) }

let done = DispatchSemaphore(value: 0)
let main = niceness()
DispatchQueue(label: "queue", qos: .default).async {
  print("main thread \(main), queue \(niceness())")
  done.signal()
}
done.wait()
SWIFT
swiftc main.swift -o program
chmod -R a+rX "$folder"
root=$(nice -n 19 ./program)
other=$(nice -n 19 setpriv --reuid=65534 --clear-groups ./program)
echo "root:        $root"
echo "another one: $other"
[[ $root == "main thread 19, queue 0" && $other == "main thread 19, queue 19" ]]
