/// What is said of networks and of what they lead to.
enum ChineseNetwork {
  static let texts: KeyValuePairs<String, String> = [
    """
    Your table {} is open for {} only, who types tabletooth resume, or:
    {}
    To play with somebody else, type quit and host again with --new.
    """: """
    你的棋桌{1}只对{2}开放，对方请输入 tabletooth resume，或者：
    {3}
    要与别人下棋，请输入 quit，再用 --new 重新开桌。
    """,
    """
    Your table {} is open. On the other computer, type:
    {}
    Type quit to stop waiting.
    """: """
    你的棋桌{1}已开放。请在另一台电脑上输入：
    {2}
    输入 quit 停止等待。
    """,
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
    "no computer called {} was found: {}": "找不到名为 {1} 的电脑：{2}",
    "see whether the name is right": "请检查名称是否正确",
    "could not connect to {}: {}": "无法连接 {1}：{2}",
    "see whether tabletooth host --listen runs there, and lets this computer in":
      "请检查那边是否运行着 tabletooth host --listen，并且允许本机连接",
  ]
}
