#!/usr/bin/env bash
# Sjaak II 1.4.1 (Debian's sjaakii 1.4.1-2) as a UCI engine for Xiangqi: a position whose horse and elephant
# are N and B, as other UCI engines write them, is refused on standard error, and `go` gets no bestmove.
# With H and E it plays. A client that waits for bestmove loses on time in every such position.
# Seen: "Error: unknown piece type 'b' (bad FEN …)". Fails if that has changed.
set -euo pipefail
readonly version=1.4.1-2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq "sjaakii=$version" 2> apt.log || { cat apt.log; exit 2; }
dpkg -x sjaakii_*.deb root

# Asks for a move in the position of $1, and prints what comes on both outputs.
ask() {
  {
    printf '%s\n' uci 'setoption name UCI_Variant value xiangqi' isready "position fen $1" 'go depth 2'
    sleep 3
    echo quit
  } | timeout 20 root/usr/games/sjaakii 2>&1 || true
}

others=$(ask '3k5/9/4b4/9/9/9/9/4N4/9/5K3 w - - 0 1')
own=$(ask '3k5/9/4e4/9/9/9/9/4H4/9/5K3 w - - 0 1')
echo "N and B: $(grep -E "^bestmove|unknown piece type" <<< "$others")"
echo "H and E: $(grep -E "^bestmove|unknown piece type" <<< "$own")"
grep -q "unknown piece type 'b'" <<< "$others"
if grep -q '^bestmove' <<< "$others"; then exit 1; fi
grep -q '^bestmove' <<< "$own"
