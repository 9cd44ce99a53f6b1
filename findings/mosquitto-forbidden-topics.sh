#!/usr/bin/env bash
# mosquitto 2.0.11 (Debian's 2.0.11-1.2+deb12u2) and a topic that its acl_file forbids: a publication at quality 1
# is acknowledged over MQTT 3.1.1 as if it were delivered, and nobody gets it; over MQTT 5 the acknowledgement
# has the reason 135, "Not authorized". A subscription to a forbidden topic is granted over both, and nothing
# comes. So a client of 3.1.1 learns from no answer what it may do. Fails if that has changed.
set -euo pipefail
readonly version=2.0.11-1.2+deb12u2
folder=$(mktemp -d)
trap 'kill "${broker:-}" 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq "mosquitto=$version" "mosquitto-clients=$version" "libmosquitto1=$version" libcjson1 \
  libdlt2 libwrap0 2> apt.log || { cat apt.log; exit 2; }
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$(echo root/usr/lib/*-linux-gnu)
export LD_LIBRARY_PATH
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
printf 'listener %s 127.0.0.1\nallow_anonymous true\nacl_file %s\n' "$port" "$folder/acl" > conf
printf 'topic readwrite open\ntopic read closed\n' > acl
chmod -R go+rX "$folder"
root/usr/sbin/mosquitto -c conf > log 2>&1 &
broker=$!
for _ in {1..50}; do grep -q running log && break; sleep 0.1; done

publish() { root/usr/bin/mosquitto_pub -p "$port" -V "$1" -q 1 -t "$2" -m text -d 2>&1; }

# What somebody hears who may hear both topics.
root/usr/bin/mosquitto_sub -p "$port" -t open -t closed -v -W 4 > heard 2>&1 &
listener=$!
sleep 1
old=$(publish 311 closed)
new=$(publish 5 closed)
publish 311 open > /dev/null
wait "$listener" || true
# mosquitto_sub ends with 27 after two seconds without a message, and says at once what a SUBACK refuses.
granted=$(root/usr/bin/mosquitto_sub -p "$port" -V 311 -t other -W 2 -d 2>&1 || true)
echo "published over 3.1.1:  $(grep -o 'received PUBACK.*' <<< "$old")"
echo "published over 5:      $(grep -o 'received PUBACK.*' <<< "$new")"
echo "heard:                 $(grep -E '^(open|closed) ' heard)"
echo "subscribed over 3.1.1: $(grep -o 'Subscribed.*' <<< "$granted")"
grep -q 'received PUBACK (Mid: 1, RC:0)' <<< "$old"
grep -q 'received PUBACK (Mid: 1, RC:135)' <<< "$new"
[[ $(grep -E '^(open|closed) ' heard) == "open text" ]]
grep -q 'Subscribed (mid: 1): 0' <<< "$granted"
