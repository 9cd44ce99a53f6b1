/// What the doctor finds.
enum ChineseDoctor {
  static let texts: KeyValuePairs<String, String> = [
    "there is no {}, only {}": "没有 {1}，只有 {2}",
    "unknown: {}": "未知：{1}",
    "none is offered, and {}": "没有可用的，而且{1}",
    "this machine has none that Linux can use": "这台机器上没有 Linux 能用的适配器",
    "plug in a Bluetooth LE adapter; sudo dmesg | grep -i bluetooth tells what a driver lacks":
      "请插上低功耗蓝牙适配器；sudo dmesg | grep -i bluetooth 可看缺什么驱动",
    "the kernel has no Bluetooth for this process": "内核没有给本进程提供蓝牙",
    "sudo modprobe btusb; a container needs the machine's own network (--network host)":
      "sudo modprobe btusb；容器需要使用主机网络（--network host）",
    "the kernel has {}, and cannot use it: firmware or settings are missing":
      "内核有 {1} 却不能用：缺少固件或设置",
    "the kernel has {}, and bluetoothd does not offer it": "内核有 {1}，但 bluetoothd 没有提供它",
    """
    end programs that use the adapter without bluetoothd, then: sudo systemctl restart bluetooth
    """: "请结束绕过 bluetoothd 使用适配器的程序，然后：sudo systemctl restart bluetooth",
    "the kernel does not let this process ask": "内核不允许本进程查询",
    "the kernel does not say ({}, error {})": "内核没有回答（{1}，错误 {2}）",
    "{} is on": "{1} 已打开",
    "{} is off; host, join and scan switch it on": "{1} 已关闭；host、join 和 scan 会打开它",
    "{} is off; bluetoothd switches it on when it starts": "{1} 已关闭；bluetoothd 启动时会打开它",
    "a key, a slider or the firmware of this machine blocks {}": "本机的按键、开关或固件禁用了 {1}",
    "press the wireless key or move the slider; software cannot do it": "请按无线键或拨动开关；软件做不到",
    "{} is blocked by software (flight mode)": "{1} 被软件禁用（飞行模式）",
    "is running": "正在运行",
    "is not running, and nothing starts it": "没有运行，也不会自动启动",
    "start tabletooth air, or leave out --bus": "请启动 tabletooth air，或去掉 --bus",
    "is running and does not answer": "在运行，但没有应答",
    "cannot be asked, because the bus cannot be reached: {}": "无法查询，因为连不上总线：{1}",
    "sudo systemctl start dbus; a container needs the machine's /run/dbus":
      "sudo systemctl start dbus；容器需要主机的 /run/dbus",
    "look whether the address behind --bus is right": "请看 --bus 后的地址是否正确",
    "bluetoothd does not say (DeviceID in main.conf hides it)":
      "bluetoothd 没有说明版本（main.conf 中的 DeviceID 隐藏了它）",
    """
    BlueZ {} crashes, with all links, when a program looks for a service by a filter; \
    tabletooth uses none, other programs may
    """: "程序用过滤器查找服务时，BlueZ {1} 会崩溃并断开所有连接；tabletooth 不用过滤器，别的程序可能会",
    """
    install a later release (sudo apt install --only-upgrade bluez), or one with the fix of \
    bluez issue 2282 (commit 82af2beaf)
    """:
      "请安装较新的版本（sudo apt install --only-upgrade bluez），或含 bluez issue 2282 修正（commit 82af2beaf）的版本",
    "the bus does not let user {} in": "总线不允许用户 {1} 进入",
    "the bus does not let user {} talk to bluetoothd": "总线不允许用户 {1} 与 bluetoothd 通信",
    "the bus does not let user {} call {}": "总线不允许用户 {1} 调用 {2}",
    "the bus does not let bluetoothd see what user {} offers": "总线不让 bluetoothd 看到用户 {1} 提供的内容",
    "user {} may talk to bluetoothd": "用户 {1} 可与 bluetoothd 通信",
    "; or: sudo usermod -aG bluetooth {}, and log in again":
      "；或：sudo usermod -aG bluetooth {1}，再重新登录",
    "use another adapter for tabletooth host (--adapter)": "tabletooth host 请用别的适配器（--adapter）",
    "{} has no Bluetooth LE": "{1} 不支持低功耗蓝牙",
    "nothing": "无",
    "{} cannot be a peripheral, only {}": "{1} 不能作外围设备，只能作：{2}",
    "bluetoothd takes no services for {}": "bluetoothd 不接受 {1} 的服务",
    "a newer BlueZ: sudo apt install --only-upgrade bluez":
      "请用较新的 BlueZ：sudo apt install --only-upgrade bluez",
    "bluetoothd does not advertise on {}": "bluetoothd 不在 {1} 上广播",
    "in /etc/bluetooth/main.conf, ControllerMode has to be dual or le":
      "/etc/bluetooth/main.conf 中的 ControllerMode 须为 dual 或 le",
    "other programs use all advertisements of {}": "别的程序占用了 {1} 的全部广播",
    "end them, or: sudo systemctl restart bluetooth": "请结束它们，或：sudo systemctl restart bluetooth",
    "bluetoothd refuses our service: {}": "bluetoothd 拒绝了本程序的服务：{1}",
    "{advertisement|advertisements}": "{1} 个广播",
    "{} cannot host, so tabletooth uses {}": "{1} 不能做主机，所以 tabletooth 使用 {2}",
    "{} can be a peripheral; {} free": "{1} 可作外围设备，还有 {2}空闲",
    "{} cannot be a central": "{1} 不能作中央设备",
    "use another adapter for tabletooth join (--adapter)": "tabletooth join 请用别的适配器（--adapter）",
    "{} is discoverable, so others may try Bluetooth classic instead of LE; tabletooth host turns that off while its table is open":
      "{1} 可被发现，其他电脑可能会尝试经典蓝牙，而不是低功耗蓝牙；tabletooth host 在牌桌开放期间会将其关闭",
    "if a guest cannot connect: close the Bluetooth settings, or bluetoothctl discoverable off":
      "如果客人无法连接：请关闭蓝牙设置，或输入 bluetoothctl discoverable off",
    "{} can be a central": "{1} 可作中央设备",
    ", then: sudo systemctl restart bluetooth": "，然后：sudo systemctl restart bluetooth",
    """
    bluetoothd sends on {} channels, out of order; tabletooth sorts that out, but Android \
    phones may drop the link after 30 s
    """: "bluetoothd 用 {1} 条信道发送，次序会乱；tabletooth 能理顺，但 Android 手机可能在 30 秒后断开",
    "for phones only: Channels = 1 under [GATT] in /etc/bluetooth/main.conf":
      "仅用于手机：/etc/bluetooth/main.conf 的 [GATT] 下设 Channels = 1",
    "a link is given up after 420 ms of silence, the kernel's default": "静默 420 毫秒后连接即断，这是内核的默认值",
    """
    if games break off: ConnectionSupervisionTimeout = 300 under [LE] in \
    /etc/bluetooth/main.conf
    """: "如果常断线：/etc/bluetooth/main.conf 的 [LE] 下设 ConnectionSupervisionTimeout = 300",
    "a phone that connects may ask its owner to pair, because bluetoothd reads its services":
      "手机连接时可能要求配对，因为 bluetoothd 会读取手机的服务",
    """
    for phones only: ReverseServiceDiscovery = false under [General] in /etc/bluetooth/main.conf
    """: "仅用于手机：/etc/bluetooth/main.conf 的 [General] 下设 ReverseServiceDiscovery = false",
    "Bluetooth is ready: tabletooth host, and tabletooth join on the other computer.":
      "蓝牙已就绪：请运行 tabletooth host，在另一台电脑上运行 tabletooth join。",
    "Mend the first FAIL, then run tabletooth doctor again.": "请先解决第一个 FAIL，再运行 tabletooth doctor。",
    "Found after {}.": "{1} 后找到。",
    "Connected after another {}.": "再过 {1} 后连接。",
    "Packets of up to {} bytes, by an MTU of {}.": "数据包最长 {1} 字节，MTU 为 {2}。",
    "Packets of up to {} bytes, by an MTU of {} or more.": "数据包最长 {1} 字节，MTU 不小于 {2}。",
    """
    To and fro, {} bytes: {} in the middle, {} for the slowest of twenty; {} came back.
    """: "往返（{1} 字节）：中位数 {2}，最慢的二十分之一 {3}；收回 {4}。",
    """
    As fast as it goes: {} bytes a second each way; {} of {} packets lost.
    """: "全速：每个方向每秒 {1} 字节；{3} 个包中丢失 {2} 个。",
    "Connected again {} after a cut.": "断开后 {1} 重新连接。",
    "Measuring the link to {}.": "正在测量到 {1} 的连接。",
    """
    Waiting to be measured. On the other computer type: tabletooth doctor --with "{}"
    Press control-C to stop.

    """: """
    等待测量。请在另一台电脑上输入：tabletooth doctor --with "{1}"
    按 Ctrl-C 结束。

    """,
    "The report is in {}. Look through it before you send it.\n": "报告已写入 {1}。发送前请先看一遍。\n",
    "Findings": "检查结果",
    "The link": "连接",
    "Controllers": "控制器",
    "What was noted last": "最近的记录",
    """
    {}
      do: {}
    """: """
    {1}
      处理：{2}
    """,
    "{}, line {}": "{1} 第 {2} 行",
    "a table is advertised every 100 to 150 ms": "棋桌每 100 至 150 毫秒广播一次",
    "a table is advertised every {} ms": "棋桌每 {1} 毫秒广播一次",
    "a table is advertised every {} ms, and found after that or more":
      "棋桌每 {1} 毫秒广播一次，至少要这么久才会被发现",
    "to be found within 150 ms: MinAdvertisementInterval = 160 and MaxAdvertisementInterval = 240 in {}":
      "若要在 150 毫秒内被发现：在 {1} 设 MinAdvertisementInterval = 160 和 MaxAdvertisementInterval = 240",
    "as a guest this computer asks for a packet every {} to {} ms":
      "作为来客，这台电脑要求每 {1} 至 {2} 毫秒一个数据包",
    "to have a move there {} ms sooner, for more power: MinConnectionInterval = 6 and MaxConnectionInterval = 12 in {}":
      "若要着法快 {1} 毫秒到达（更耗电）：在 {2} 设 MinConnectionInterval = 6 和 MaxConnectionInterval = 12",
    "packets of up to 517 bytes are asked for": "要求的数据包最大为 517 字节",
    "packets of up to {} bytes are asked for": "要求的数据包最大为 {1} 字节",
    "for fewer packets: ExchangeMTU = 517 in {}": "若要更少的数据包：在 {1} 设 ExchangeMTU = 517",
    "Advertised every {}.": "每 {1} 广播一次。",
    "To be found sooner, on the other computer: MinAdvertisementInterval = 160 and MaxAdvertisementInterval = 240 under [LE] in /etc/bluetooth/main.conf.":
      "若要更快被发现，在另一台电脑的 /etc/bluetooth/main.conf 的 [LE] 下设 MinAdvertisementInterval = 160 和 MaxAdvertisementInterval = 240。",
    "The other computer advertises while a link stands: others can find its table then.":
      "另一台电脑在连接时仍广播：这时别人也能找到它的棋桌。",
    "The other computer does not advertise while a link stands: nobody finds its table then. No setting changes that; another controller may (--adapter).":
      "另一台电脑在连接时不广播：这时没有人能找到它的棋桌。没有设置能改变这一点；换一个控制器也许可以（--adapter）。",
  ]
}
