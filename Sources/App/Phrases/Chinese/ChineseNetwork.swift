/// What is said of networks and of what they lead to.
enum ChineseNetwork {
  static let texts: KeyValuePairs<String, String> = [
    """
    Your table {} is open. On the other computer, type:
    {}
    Type quit to stop waiting.
    """: """
    你的棋桌{1}已开放。请在另一台电脑上输入：
    {2}
    输入 quit 停止等待。
    """,
    """
    Your table {} is open for {} only, who types:
    {}
    To play with somebody else, type quit, and then tabletooth host --new.
    """: """
    你的棋桌{1}只对{2}开放，对方请输入：
    {3}
    要与别人下棋，请输入 quit，再输入 tabletooth host --new。
    """,
    """
    Or type there:
    {}
    """: """
    或在那里输入：
    {1}
    """,
    "the host": "主人",
    "One way is closed: {} Only the other one is left.": "有一条通路已关闭：{1}只剩另一条。",
    "The broker is not reached. It is tried again and again.": "连不上中转服务器。会不断重试。",
    "The broker is not reached. {}": "连不上中转服务器。{1}",
    """
    The broker lets this program in and hangs up, again and again. Perhaps another program, yours \
    or somebody else's, has the same name there, or it forbids the topics of tables; ask who runs it.
    """: "中转服务器一再接受连接后又断开。也许另一个程序（你的或别人的）在那里用着同一个名字，或者它禁止棋桌的主题；请询问其管理者。",
    """
    What answers in place of the broker is no MQTT broker, or a broken one. It is tried again and \
    again.
    """: "应答的不是 MQTT 中转服务器，或者它有毛病。会不断重试。",
    """
    The broker lets this program in, and has not answered it for {} seconds. It is tried again and \
    again.
    """: "中转服务器接受了连接，却有 {1} 秒没有应答。会不断重试。",
    "The broker has ended the connection: {} ({}).": "中转服务器断开了连接：{1}（{2}）。",
    """
    The broker {} forbids the topics of tables, so nobody is heard there. Ask who runs it \
    to allow tabletooth/1/#, or name another broker.
    """: "中转服务器 {1} 禁止棋桌的主题，在那里听不到任何人。请让管理者允许 tabletooth/1/#，或换一个服务器。",
    """
    Somebody floods the broker with what nobody at this table says. It is passed over, and what is \
    said here may come late.
    """: "有人向中转服务器大量灌入不是本桌说的内容。这些都会略过；本桌的消息可能会晚到。",
    "The broker is reached again.": "又连上了中转服务器。",
    "{} is the host whose code you have. If {} asks for your digits, they are {} {}.":
      "{1}就是你手中代码的主人。如果{2}问你的数字，是 {3} {4}。",
    "{} is not the host whose code you have, and is not accepted.":
      "{1}不是你手中代码的主人，已拒绝。",
    "{} is no broker; one looks like mqtts://broker.example.org":
      "{1} 不是中转服务器；正确的写法如 mqtts://broker.example.org",
    "no broker stands behind --online; one looks like mqtts://broker.example.org":
      "--online 后面没有写中转服务器；正确的写法如 mqtts://broker.example.org",
    "--code-only is for a table at a broker; name one by --online":
      "--code-only 只用于中转服务器上的棋桌；请用 --online 写明一个",
    "online = \"always\" and no broker": "online = \"always\" 而没有中转服务器",
    "no broker is set; name one, as in --online mqtts://broker.example.org":
      "没有设置中转服务器；请写明，例如 --online mqtts://broker.example.org",
    "copy the whole line that the host shows": "请复制主人屏幕上的整行",
    "the broker {} lets nobody in by this name and this password, or nobody more":
      "中转服务器 {1} 不接受这个用户名和密码，或者不再让人进来",
    "see whether both are right, in the settings or behind --online, or ask who runs it":
      "请检查设置中或 --online 后的用户名和密码，或询问其管理者",
    "the broker {} lets nobody in without a password, or nobody more":
      "中转服务器 {1} 需要密码，或者不再让人进来",
    "no TLS came about at {}: what listens there speaks another way, or hung up":
      "未能与 {1} 建立 TLS：那里用的不是 TLS，或者断开了连接",
    "see whether the port is right; where the broker has no TLS, name it {}":
      "请检查端口；如果那里没有 TLS，请写 {1}",
    "what listens at {} speaks TLS": "{1} 那里用的是 TLS",
    "name it {}": "请写 {1}",
    "what answers at {} is no MQTT broker, or a broken one":
      "在 {1} 应答的不是 MQTT 中转服务器，或者它有毛病",
    "see whether the address and the port are right, or ask who runs it":
      "请检查地址和端口，或询问其管理者",
    "what listens at {} hung up without a word": "{1} 那里一言不发就断开了连接",
    "see whether a broker listens there; where it has TLS, name it {}":
      "请检查那里是否有中转服务器；如果它用 TLS，请写 {1}",
    "see whether a broker listens there, or ask who runs it":
      "请检查那里是否有中转服务器，或询问其管理者",
    "the broker {} let this program in, and hung up on what it asked for":
      "中转服务器 {1} 接受了连接，却因本程序的请求而断开",
    "ask who runs it: it may forbid tabletooth/1/#, or let in one program only of each name":
      "请询问其管理者：它也许禁止 tabletooth/1/#，或者每个名字只让一个程序进来",
    "the broker {} let this program in, and did not answer it for {} seconds":
      "中转服务器 {1} 接受了连接，却有 {2} 秒没有应答",
    "try again later, or ask who runs it": "请稍后再试，或询问其管理者",
    "the broker {} refuses this program: {} ({})": "中转服务器 {1} 拒绝本程序：{2}（{3}）",
    "the broker {} has removed this program: {} ({})": "中转服务器 {1} 移除了本程序：{2}（{3}）",
    "ask who runs it why, or name another broker": "请向管理员询问原因，或换一个中转服务器",
    "the broker {} forbids the topics of tables": "中转服务器 {1} 禁止棋桌的主题",
    "ask who runs it to allow tabletooth/1/#, or name another broker":
      "请管理员放行 tabletooth/1/#，或换一个中转服务器",
    "the broker {} takes packets of {} bytes, and {} are needed":
      "中转服务器 {1} 的数据包上限为 {2} 字节，至少要 {3} 字节",
    "ask who runs it for larger ones (max_packet_size), or name another broker":
      "请管理员调高上限（max_packet_size），或换一个中转服务器",
    """
    another program, yours or somebody else's, has logged in at the broker {} by the same name, and \
    takes this one's place
    """: "另一个程序（你的或别人的）用同一个名字登录了中转服务器 {1}，取代了本程序",
    """
    end one of the two, or ask who runs it for a name for each; a game that is kept goes on with \
    tabletooth resume
    """: "请结束其中一个，或向管理员为每个程序要一个名字；保存的对局可用 tabletooth resume 继续",
    "the broker {} is not trusted: {}": "中转服务器 {1} 不可信：{2}",
    "see whether its name, its certificate and the clock here are right":
      "请检查它的名称和证书，以及本机的时钟",
    "the broker {} speaks neither MQTT 5 nor 3.1.1": "中转服务器 {1} 既不懂 MQTT 5，也不懂 3.1.1",
    "nobody was at the table for {} seconds": "{1} 秒内棋桌上无人应答",
    "see whether tabletooth host --online still runs there; each table has a code of its own":
      "请检查那边是否还运行着 tabletooth host --online；每张棋桌有自己的代码",
    "see whether tabletooth host still runs there, and is near enough":
      "请看那边的 tabletooth host 是否还在运行，距离是否够近",
    "name another one, as in --online mqtts://HOST": "请换一个，例如 --online mqtts://主机",
    "the code has {} letters of {}": "代码应有 {2} 个字母，只有 {1} 个",
    "the code is too long: it has {} letters, and each has {}":
      "代码太长：有 {1} 个字母，而代码只有 {2} 个",
    "the code begins with {}, which is of another version of tabletooth":
      "代码以 {1} 开头，属于另一个版本的 tabletooth",
    "no code has the letter {}": "代码里不会有字母 {1}",
    "a letter of the code is wrong, or the broker before it is another one":
      "代码有一个字母不对，或者前面的中转服务器不是原来那个",
    "what stands before the code is no broker: {}": "代码前面的不是中转服务器：{1}",
    "{} is a broker, and no code of a table stands behind it":
      "{1} 是中转服务器，后面没有棋桌的代码",
    "copy the whole line that the host shows; tabletooth join --online {} finds players you know":
      "请复制主人屏幕上的整行；tabletooth join --online {1} 可找到你认识的人",
    "the code needs its broker before it, as none is set here":
      "本机没有设置中转服务器，代码前面要写上它",
    "--listen takes ADDRESS[:PORT], such as 192.168.1.5 or [::]:4000":
      "--listen 后面是“地址[:端口]”，例如 192.168.1.5 或 [::]:4000",
    "--via takes tcp:HOST[:PORT], such as tcp:192.168.1.5":
      "--via 后面是“tcp:主机[:端口]”，例如 tcp:192.168.1.5",
    "another program listens at {}": "另一个程序已占用 {1}",
    "end that one, or name another port: tabletooth host --listen :4000":
      "请结束那个程序，或换一个端口：tabletooth host --listen :4000",
    "this computer cannot listen at {}: {}": "本机无法在 {1} 监听：{2}",
    "name an address of this computer, or type tabletooth host --listen alone":
      "请给出本机的一个地址，或只输入 tabletooth host --listen",
    "no computer called {} was found": "找不到名为 {1} 的电脑",
    "no computer called {} was found: {}": "找不到名为 {1} 的电脑：{2}",
    "see whether the name is right": "请检查名称是否正确",
    "could not connect to {}": "无法连接 {1}",
    "could not connect to {}: {}": "无法连接 {1}：{2}",
    "see whether the other tabletooth, or the broker, runs there and lets this computer in":
      "请检查对方的 tabletooth 或服务器是否在那里运行，并且允许本机连接",

    // Bridges.
    """
    The table of {} at {} is open to those nearby, on {}.
    They compare digits with its host as ever. Control-C ends the bridge.
    """: """
    中转服务器 {2} 上{1}的棋桌已由 {3} 向附近的人开放。
    他们照常与主人核对数字。按 Ctrl-C 结束转接。
    """,
    """
    The table {} is open to whoever is far away and types:
      tabletooth join {}
    They compare digits with its host as ever. Control-C ends the bridge.
    """: """
    棋桌{1}已向远处的人开放，对方请输入：
      tabletooth join {2}
    他们照常与主人核对数字。按 Ctrl-C 结束转接。
    """,
    "Guest {} is here.": "客人 {1} 来了。",
    "Guest {} is here. There are {} guests now.": "客人 {1} 来了。现在共有 {2} 位客人。",
    "Guest {} is gone: {}.": "客人 {1} 走了：{2}。",
    "Guest {} has more than there is room for: packets dropped {}.":
      "客人 {1} 的数据超出限度：丢弃 {2} 个数据包。",
    "Guest {} floods the bridge: {}": "客人 {1} 的数据泛滥：{2}",
    "Too many want to come: {}": "要来的人太多：{1}",
    "for {} seconds only those are heard who are here.": "{1} 秒内只听已在这里的客人。",
    "One more wanted to come, and was turned away: there are {}.":
      "又有人要来，已被拒绝：现有 {1} 位。",
    "One more wanted to play, and was told to wait: over one Bluetooth link one can.":
      "又有人要下棋，已请其等候：一条蓝牙连接只能有一位下棋。",
    "Guests {}, in all: {}.": "客人 {1} 位，总计：{2}。",
    "The bridge has carried in all: {}.": "转接总计：{1}。",
    "{} to the table, {} from it": "发往棋桌{1}，来自棋桌{2}",
    "{} to the table, {} from it, packets dropped {}":
      "发往棋桌{1}，来自棋桌{2}，丢弃数据包 {3} 个",
    "packets {} ({})": "数据包 {1} 个（{2}）",
    "The table is gone. It is waited for, {} seconds.": "棋桌不见了。将等候 {1} 秒。",
    "The table is there again.": "棋桌又出现了。",
    "The table lets others in again.": "棋桌又让人进来了。",
    "The table lets nobody new in now.": "棋桌现在不让新的人进来。",
    // Known players at a broker.
    "no player you know has a table called {} at {}": "你认识的人在 {2} 上没有名为 {1} 的棋桌",
    "no player you know has a table at {}": "你认识的人在 {1} 上没有棋桌",
    "ask for a table there, or join one by its code":
      "请对方在那里开一张棋桌，或用棋桌的代码加入",
    "a player you know": "你认识的人",
    "online": "在线",
    "Tables online": "在线的棋桌",
    "Tables nearby and online": "附近和在线的棋桌",
    "None so far. Tables of players you know are shown as soon as they are open.":
      "暂无。你认识的人一开桌，就会显示在这里。",
    "the broker {} is not reached": "连不上中转服务器 {1}",
    "it is tried again and again": "会不断重试",
    "online you see tables of players you know, and you know nobody yet":
      "在线只能看到熟人的棋桌，而你还没有熟人",
    "play once with somebody nearby or by a code": "请先与附近的人或用代码下一盘",
    "Nearby: {}. Online: {}.": "附近：{1}。在线：{2}。",
    "nearby: {}, online: {}": "附近：{1}，在线：{2}",
    "see whether tabletooth host runs there": "请检查那边是否运行着 tabletooth host",
    "put a name and a password before it, as in --online {}://NAME:PASSWORD@HOST":
      "请在前面加上用户名和密码，例如 --online {1}://用户:密码@主机",
  ]
}
