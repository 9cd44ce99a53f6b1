# shellcheck shell=bash
# Sourced by boot.bash: two machines whose second serial ports are one cable.
# Uses its variables build and stacks, and its functions.

start_two() {
  local socket deadline
  # A socket's path is short, and the clone's need not be.
  air=$(mktemp -d)
  socket=$air/air
  start_machine two-host "$build/one.log" "${stacks[0]}" -m 1024 -smp 1 \
    -chardev "socket,id=air,path=$socket,server=on,wait=off" -serial chardev:air
  deadline=$((SECONDS + 10))
  while [[ ! -S $socket ]] && ((SECONDS < deadline)); do sleep 0.1; done
  start_machine two-guest "$build/two.log" "${stacks[1]}" -m 1024 -smp 1 \
    -chardev "socket,id=air,path=$socket" -serial chardev:air
}

board_of() {
  tr -d '\r' < "$1" | sed -n 's/^# board //p'
}

# Both machines print the board that their player saw last; a third report says whether it is one board.
compare_boards() {
  rm -rf "$air"
  local claim="Both machines end with the same board and winner." board result="not ok"
  board=$(board_of "$build/one.log")
  if [[ $board == *wins* && $board == "$(board_of "$build/two.log")" ]]; then result=ok; fi
  printf '%s\n' 1..1 "$result $claim" > "$build/boards.log"
  echo "$result $claim"
}
