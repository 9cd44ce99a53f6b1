#!/usr/bin/env bash
# HoiXiangqi 0.22.0 (Debian's hoichess 0.22.0-3) speaks XBoard's protocol alone. Asked `uci` first, as a client
# does that finds out which protocol an engine has, it reports an unknown command and then answers neither
# `xboard` nor `protover 2`: a client has to start it anew to try the other protocol. Fails if that has changed.
set -euo pipefail
readonly version=0.22.0-3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq "hoichess=$version" 2> apt.log || { cat apt.log; exit 2; }
dpkg -x hoichess_*.deb root

# Sends the lines, a second each, and prints what comes.
send() {
  {
    for line in "$@"; do
      echo "$line"
      sleep 1
    done
    sleep 2
    echo quit
  } | timeout 20 root/usr/games/hoixiangqi 2>&1 || true
}

first=$(send xboard 'protover 2')
later=$(send uci xboard 'protover 2')
echo "xboard at once: $(grep -c '^feature' <<< "$first") lines of features"
echo "after uci:      $(grep -c '^feature' <<< "$later" || true) lines of features; $(grep 'unknown command' <<< "$later")"
grep -q '^feature' <<< "$first"
grep -q 'unknown command' <<< "$later"
if grep -q '^feature' <<< "$later"; then exit 1; fi
