# shellcheck shell=bash
# Sourced by boot.bash: one machine that goes off in the middle of a game, and comes up again with its disk.
# Uses its variables build and stacks, and its functions.

run_reboot() {
  local half follower late=0 disk=$build/disk.img
  rm -f "$disk"
  truncate -s 64M "$disk"
  PATH=$PATH:/usr/sbin:/sbin mkfs.ext4 -q "$disk"
  for half in before after; do
    start_machine "reboot-$half" "$build/$half.log" "${stacks[0]}" -m 1024 -smp 2 \
      -drive "file=$disk,format=raw,if=virtio"
    follow "$build/$half.log" "${processes[0]}" &
    follower=$!
    wait_for reboot "${processes[@]}" || late=1
    end_machines
    wait "$follower" 2>/dev/null || true
  done
  judge "$late"
}
