# shellcheck shell=bash
# Sourced by ../run: starts the machines of a plan, follows them and ends them.
# Uses its variables: build, only, plan, processes, stacks.

# The seconds that a plan takes on two idle processors on which a machine boots in usual_boot seconds.
declare -A usual=([one]=330 [rest]=130 [more]=520 [library]=200 [conformance]=600 [bleak]=120 [two]=100 [room]=300 [reboot]=60 [bench]=300 [marathon]=660)
readonly usual_boot=10
# A plan hangs if its machines print nothing for this many seconds. No wait of radio/ is longer.
readonly silence=180
# A plan that still prints may take this many times its usual time, on a machine as fast as this one booted.
readonly patience=6
# The scenarios that passed before the machine broke and the plan was run again.
passed_before=0

check_tools() {
  local tool missing=()
  for tool in qemu-system-x86_64 busybox cpio modprobe depmod mkfs.ext4 btvirt bluetoothctl dbus-daemon socat; do
    PATH=$PATH:/usr/sbin:/sbin command -v "$tool" >/dev/null || missing+=("$tool")
  done
  if ((${#missing[@]})); then
    echo "RadioTests: missing ${missing[*]}; run scripts/install-packages radio" >&2
    exit 1
  fi
}

# Where the kernel, the initramfs and the share of STACK are, and the root that its machine gets.
stack_folder() { if [[ $1 == own ]]; then echo "$build"; else echo "$build/stacks/$1"; fi; }
stack_root() { if [[ $1 == own ]]; then echo /; else echo "$build/stacks/$1/userland"; fi; }

# Has kernel and initramfs of STACK at hand, and its root unless that is this machine's own.
#   prepare_stack TEST-FOLDER STACK
prepare_stack() {
  local folder
  folder=$(stack_folder "$2")
  if [[ $2 == own ]]; then
    "$1/vm/fetch-kernel" "$folder/kernel"
  else
    "$1/vm/fetch-stack" "$2" "$folder"
  fi
  "$1/vm/build-initramfs" "$folder/kernel" "$folder/initramfs.gz"
}

# Copies what the guest runs into one folder, so that the machine does not change under a running test
# and the clone may lie on any file system.
#   stage TEST-FOLDER ROOT BINARY STACK
stage() {
  local share library
  share=$(stack_folder "$4")/share
  rm -rf "$share"
  mkdir -p "$share/lib"
  cp -r "$1" "$share/RadioTests"
  cp -r "$2/Tests/Bluetooth/Conformance" "$2/scripts/test-bluegame" "$share/"
  if [[ -d $2/dbus-policy ]]; then cp -r "$2/dbus-policy" "$share/"; fi
  # The controllers are those of this machine: the btvirt of trixie (5.82) does not carry two players.
  if [[ $4 != own ]]; then cp "$(PATH=$PATH:/usr/sbin:/sbin command -v btvirt)" "$share/btvirt"; fi
  # Its program is a script.
  if [[ $plan == conformance ]]; then
    chmod -R a+rX "$share"
    return
  fi
  if [[ ! -x $3 ]]; then
    echo "RadioTests: no program at $3; make radio, or make radio WHAT=library, builds it" >&2
    exit 1
  fi
  if [[ $plan == library ]]; then cp "${3%/*}"/{BothEnds,PairByNumber} "$share/"; else cp "$3" "$share/tabletooth"; fi
  # The Swift runtime may lie where only its owner can read.
  ldd "$3" | awk '$3 ~ /^\// && $3 !~ /^\/(usr\/)?lib(64)?\/(x86_64-linux-gnu\/)?[^\/]*$/ { print $3 }' |
    xargs -r -I{} cp -L {} "$share/lib/"
  # Another release may have a library under another name only, as sid has libsodium.
  if [[ $4 != own ]]; then
    for library in $(ldd "$3" | awk '$3 ~ /^\// { print $3 }'); do
      if ! compgen -G "$(stack_root "$4")/usr/lib/*/${library##*/}" > /dev/null; then cp -L "$library" "$share/lib/"; fi
    done
  fi
  # Controllers with several links each, for the one plan that has several guests: radio/air.py is written for this version.
  if [[ $plan == room ]]; then fetch_packages "$share" bumble==0.0.236; fi
  if [[ $plan == bleak ]]; then fetch_packages "$share" bleak==3.1.0 bless==0.3.0; fi
  if [[ $plan == more ]]; then fetch_buses "$share"; fi
  chmod -R a+rX "$share"
}

# Unpacks other buses, which would replace that of this machine if they were installed.
#   fetch_buses SHARE
fetch_buses() {
  if [[ ! -d $build/buses ]]; then
    rm -rf "$build/buses.new"
    mkdir -p "$build/buses.new"
    (cd "$build/buses.new" && apt-get download -qq dbus-broker xdg-dbus-proxy)
    for package in "$build/buses.new"/*.deb; do dpkg-deb -x "$package" "$build/buses.new"; done
    mv "$build/buses.new" "$build/buses"
  fi
  cp -r "$build/buses" "$1/buses"
}

# Puts packages of PyPI, with what they need, where the machine's Python finds them.
#   fetch_packages SHARE PACKAGE...
fetch_packages() {
  local share=$1 site
  shift
  site=$build/site-$plan
  if [[ ! -d $site ]]; then
    /usr/bin/python3 -m venv "$build/venv"
    "$build/venv/bin/python" -m pip install --quiet --target "$site.new" "$@"
    mv "$site.new" "$site"
  fi
  cp -r "$site" "$share/site"
}

# The options by which a machine runs on this computer's own processors, or on emulated ones where that does not work.
accelerator() {
  if has_kvm kvm; then echo "-accel kvm -cpu host"; else echo "-accel tcg,thread=multi -cpu max"; fi
}

# Whether a machine that runs by ACCELERATOR executes anything within a second: three instructions of a boot sector that end it with 3.
# A device may be there and refuse, or hang for ever.
#   has_kvm ACCELERATOR
has_kvm() {
  local sector=$build/probe.img status=0
  # mov al, 1; out 0xf4, al; hlt
  printf '\xb0\x01\xe6\xf4\xf4' > "$sector"
  truncate -s 510 "$sector"
  printf '\x55\xaa' >> "$sector"
  timeout -k 1 1 qemu-system-x86_64 -accel "$1" -m 16 -display none -nodefaults -no-reboot \
    -device isa-debug-exit,iobase=0xf4,iosize=4 -drive "file=$sector,format=raw" > "$sector.out" 2>&1 < /dev/null || status=$?
  ((status == 3))
}

# Starts one machine in the background; its console goes to LOG.
#   start_machine PLAN-IN-GUEST LOG STACK QEMU-OPTION...
start_machine() {
  local guest=$1 log=$2 stack=$3 folder kernel
  shift 3
  folder=$(stack_folder "$stack")
  kernel=$(echo "$folder"/kernel/root/boot/vmlinuz-*)
  : > "$log"
  # shellcheck disable=SC2046
  qemu-system-x86_64 $(accelerator) -kernel "$kernel" -initrd "$folder/initramfs.gz" \
    -append "console=ttyS0 quiet panic=-1 mitigations=off no_timer_check plan=$guest${only:+ only=$only}" \
    -display none -no-reboot -nodefaults -serial "file:$log" \
    -virtfs "local,path=$(stack_root "$stack"),mount_tag=host,security_model=none,readonly=on,multidevs=remap" \
    -virtfs "local,path=$folder/share,mount_tag=share,security_model=none,readonly=on,multidevs=remap" \
    -device virtio-rng-pci "$@" < /dev/null > "$log.qemu" 2>&1 &
  processes+=($!)
}

# Ends every process that this run started and that still lives; one that hangs has five seconds.
end_machines() {
  local pid _
  for pid in "${processes[@]}"; do
    kill "$pid" 2>/dev/null || continue
    for _ in $(seq 50); do
      kill -0 "$pid" 2>/dev/null || continue 2
      sleep 0.1
    done
    kill -KILL "$pid" 2>/dev/null || true
  done
  processes=()
}

# The most seconds that PLAN may take: more on a computer on which its machine was slow to boot.
limit_of() {
  local booted
  booted=$(cat "$build"/*.log 2>/dev/null | tr -d '\r' | sed -n 's/^# up after \([0-9]*\).*/\1/p' | sort -n | tail -n 1)
  if ((${booted:-0} < usual_boot)); then booted=$usual_boot; fi
  echo $((usual[$1] * patience * booted / usual_boot))
}

# Waits until all of PID... have ended. Fails, and says why, if they hang or take far too long.
#   wait_for PLAN PID...
wait_for() {
  local plan=$1 start=$SECONDS moved=$SECONDS size=0 now pid
  shift
  for pid in "$@"; do
    while kill -0 "$pid" 2>/dev/null; do
      now=$(cat "$build"/*.log | wc -c)
      if ((now != size)); then
        size=$now
        moved=$SECONDS
      fi
      if ((SECONDS - moved >= silence)); then
        echo "# nothing has moved for $silence s"
        return 1
      fi
      if ((SECONDS - start >= $(limit_of "$plan"))); then
        echo "# ended after $((SECONDS - start)) s, far more than '$plan' takes on a computer of this speed"
        return 1
      fi
      sleep 1
    done
  done
}

# Prints the report's lines of LOG as they come, numbered, until PID ends.
follow() {
  tail -n +1 -s 0.3 -F --pid="$2" "$1" 2>/dev/null | stdbuf -oL tr -d "\r" | stdbuf -oL awk -v before="$passed_before" '
    /^1\.\.[0-9]/ { all = before + substr($0, 4); done = before; next }
    /^(not )?ok / { done++; sub(/ok /, "ok " done "/" all " ") }
    /^(ok|not ok|#|  )/' || true
}

run_plan() {
  rm -f "$build"/*.log
  if [[ $1 == reboot ]]; then
    run_reboot
    return
  fi
  if [[ $1 == two ]]; then
    start_two
    follow "$build/two.log" "${processes[1]}" &
    local second=$!
  else
    start_machine "$1" "$build/one.log" "${stacks[0]}" -m 2048 -smp 2
  fi
  follow "$build/one.log" "${processes[0]}" &
  local follower=$!
  local late=0
  wait_for "$1" "${processes[@]}" || late=1
  end_machines
  wait "$follower" ${second:+"$second"} 2>/dev/null || true
  if [[ $1 == two ]]; then compare_boards; fi
  judge "$late"
}

# Counts the report's lines against its plan line, "1..N", of each machine.
judge() {
  local log passed failed planned complete=1
  passed=$((passed_before + $(cat "$build"/*.log | grep -c '^ok ' || true)))
  failed=$(cat "$build"/*.log | grep -c '^not ok ' || true)
  for log in "$build"/*.log; do
    planned=$(tr -d '\r' < "$log" | sed -n 's/^1\.\.\([0-9]*\)$/\1/p' | head -n 1)
    if [[ -z $planned ]] || (($(grep -cE '^(not )?ok ' "$log") != planned)); then complete=0; fi
  done
  if ((!complete)); then echo "# not every scenario of the plan was run"; fi
  if ((failed || !complete || $1)); then
    show_tail
    echo "$passed passed, $failed failed"
    return 1
  fi
  echo "$passed passed, $failed failed"
}

show_tail() {
  local log
  for log in "$build"/*.log; do
    echo "--- last lines of $log"
    tail -n 40 "$log"
    if [[ -s $log.qemu ]]; then cat "$log.qemu"; fi
  done
}

# Whether the plan is tried once more, and why, in a line for the report. Scenarios that passed are not run again.
retry() {
  local broken
  if grep -q '^# no adapter came up' "$build"/*.log; then
    # A virtual controller that does not answer its first reset is QEMU's slowness.
    echo "# the virtual controller did not come up; once more"
  elif broken=$(grep -m 1 -hoE 'Kernel panic.*|kernel BUG at .*' "$build"/*.log); then
    echo "# the kernel of the virtual machine broke (${broken%%$'\n'*}); once more"
  elif [[ $plan == reboot ]]; then
    # As with each scenario of the plan «one».
    echo "# failed once"
  else
    return 1
  fi
  if [[ $plan =~ ^(one|rest|more|library)$ ]]; then
    tr -d '\r' < "$build/one.log" | sed -n 's/^~ passed //p' >> "$(stack_folder "${stacks[0]}")/share/passed"
    passed_before=$(wc -l < "$(stack_folder "${stacks[0]}")/share/passed")
  fi
}

# Takes the answers out of the console's log, and says where they differ from the record of the same bluetoothd.
#   compare_answers RECORDS
compare_answers() {
  local version record
  version=$(tr -d '\r' < "$build/one.log" | sed -n 's/^# bluez \([0-9.]*\).*/\1/p' | head -n 1)
  record=$1/$version.tsv
  tr -d '\r' < "$build/one.log" | sed -nE 's/^([0-9]{3}) ([^:]*): (.*)$/\1\t\2\t\3/p; /^# bluez /p' > "$build/answers"
  echo "# the answers of bluez $version are in .build-radio/answers"
  if [[ -f $record ]]; then python3 "$root/Tests/Bluetooth/Conformance/conformance" --compare "$record" "$build/answers" || true; fi
}
