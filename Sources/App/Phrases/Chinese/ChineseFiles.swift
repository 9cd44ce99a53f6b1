/// Files between players.
enum ChineseFiles {
  static let texts: KeyValuePairs<String, String> = [
    "{} wants to send you {}. Type accept or refuse.":
      "{1}想发给你{2}。请输入 accept 接收或 refuse 拒绝。",
    "Type accept or refuse, or quit to stop.": "请输入 accept 接收或 refuse 拒绝，或输入 quit 停止。",
    "SHA-256 {}…; status tells it all": "SHA-256 {1}…；输入 status 可看全部",
    "{} sends you {}.": "{1}发给你{2}。",
    "You offer {} to {}.": "你想把{1}发给{2}。",
    "{} goes on at {} %.": "{1} 从 {2} % 处继续。",
    "{} is on its way.": "{1} 正在传送。",
    "{} has {}, and it is right: {} a second.": "{1}已收到 {2}，内容无误：每秒 {3}。",
    "{} is here, and it is right: {}": "{1} 已收到，内容无误：{2}",
    "{}: offered": "{1}：等待答复",
    "{}: all of it is here and looked at": "{1}：已全部收到，正在检查",
    "{} has {}, and it is right.": "{1}已收到 {2}，内容无误。",
    "{}: {} %, {} s left": "{1}：{2} %，还需 {3} 秒",
    "{}: {} %": "{1}：{2} %，传送中",
    "{}: {} %, {} a second, {} s left": "{1}：{2} %，每秒 {3}，还需 {4} 秒",
    "{} does not want {}.": "{1}不要 {2}。",
    "You do not take {}.": "你拒绝了 {1}。",
    "{} has cancelled {}. Sent again, it goes on where it was.":
      "{1}取消了 {2}。重新发送会从中断处继续。",
    "{} is cancelled. Sent again, it goes on where it was.": "{1} 已取消。重新发送会从中断处继续。",
    "{} cannot go on with {}: it cannot be read there, or was changed.":
      "{1}无法继续传送 {2}：那里读不出来，或文件被改动。",
    "{} cannot be read or stored by {}, or was changed meanwhile.":
      "{2}无法读出或保存 {1}，或文件中途被改动。",
    "Type quit to stop.": "输入 quit 可停止。",
    "Looking for the one who receives. Type quit to stop.": "正在寻找接收方。输入 quit 可停止。",
    "Looking for the other end of the pipe.": "正在寻找管道的另一端。",
    "{} begins again.": "{1}重新开始。",
    "no file can be written into {}: {}": "无法把文件写入 {1}：{2}",
    "it cannot be written: {}": "无法写入：{1}",
    "another program of yours receives the same file into that folder":
      "你的另一个程序正在把同一文件收到该文件夹",
    "see what is said above, and send it again": "请看上面的说明，再重新发送",
    "{} has left, and no whole file has come": "{1}离开了，没有收到完整的文件",
    "type the same command on both computers; a file goes on where it was":
      "请在两台电脑上输入同样的命令；文件会从中断处继续",
    "type the same command on both computers": "请在两台电脑上输入同样的命令",
    "{} is busy with somebody else": "{1}正忙于别人",
    "try again when that is done": "请等那边结束后再试",
    "begin again, and let what reads it run until all has come":
      "请重新开始，并让读取的程序运行到全部收到为止",
    "{} could not be stored by {}, or was changed meanwhile.": "{2}无法保存 {1}，或文件中途被改动。",
    "There is nobody to send it to.": "没有可以接收的人。",
    "The program of {} is older and takes no files.": "{1}的程序较旧，不能接收文件。",
    """
    Files can come to {}. On the other computer, type: tabletooth send FILE {}
    Type quit to stop waiting.
    """: """
    {1}可以接收文件。请在另一台电脑上输入：tabletooth send 文件 {2}
    输入 quit 停止等待。
    """,
    """
    Files can come to {}. On the other computer, type:
    {}
    Type quit to stop waiting.
    """: """
    {1}可以接收文件。请在另一台电脑上输入：
    {2}
    输入 quit 停止等待。
    """,
    "FILE": "文件",
    """
    The link to {} is lost, and looked for, for {} minutes. What is on its way goes on then. \
    Press control-C to leave.
    """:
      "与{1}的连接已断开，正在寻找，最多 {2} 分钟。连上后会接着传。按 Ctrl-C 可离开。",
    """
    The link to {} is lost, and {} has not heard all.
    Press control-C to leave without waiting.
    """: """
    与{1}的连接已断开，{2}还没有收到全部。
    按 Ctrl-C 可不等而离开。
    """,
    "type the same command; a file goes on where it was": "请输入同样的命令；文件会从中断处继续",
    "begin again at both ends; not all may have come": "请在两端重新开始；可能没有传完",
    "found nobody called {} who waits for that": "没有找到在等待的{1}",
    "found nobody who waits for that": "没有找到在等待的人",
    "nobody you know called {} waits for that at {}": "{2} 上没有你认识的{1}在等待",
    "nobody you know waits for that at {}": "{1} 上没有你认识的人在等待",
    "type {} --online there first, or use the code that it shows":
      "请先在那边输入 {1} --online，或使用它显示的代码",
    "nobody has answered by this code for {} seconds": "{1} 秒内没有人应答这个代码",
    "see whether {} still runs there and has this code":
      "请看那边的 {1} 是否还在运行，代码是否正是这个",
    "see whether {} runs there": "请看那边是否运行着 {1}",
    "type tabletooth pipe on the other computer first, and bring the two closer":
      "请先在另一台电脑上输入 tabletooth pipe，并把两台电脑靠近些",
    "type tabletooth receive on the other computer first, and bring the two closer":
      "请先在另一台电脑上输入 tabletooth receive，并把两台电脑靠近些",
    "You are linked to {}.": "已与{1}建立连接。",
    "the other player does not want the file": "对方不要这个文件",
    "ask before you send it again": "再发之前请先问一下",
    "the file was not sent": "文件没有发出",
    "send it again; it goes on where it was": "请重新发送，会从中断处继续",
    "The pipe of {} waits for its other end. On the other computer, type: tabletooth pipe {}":
      "{1}的管道正在等待另一端。请在另一台电脑上输入：tabletooth pipe {2}",
    """
    The pipe of {} waits for its other end. On the other computer, type:
    {}
    """: """
    {1}的管道正在等待另一端。请在另一台电脑上输入：
    {2}
    """,
    "standard input cannot be read: {}": "无法读取标准输入：{1}",
    "{} has left before all had come through the pipe": "{1}在管道传完之前离开了",
    "begin again; what is here is not all of it": "请重新开始；这里的内容不完整",
    "what came through the pipe cannot be written: {}": "管道传来的内容无法写入：{1}",
    "make room, and begin again": "请腾出空间后重新开始",
    "{} is typing": "{1}正在输入",
    "No file is offered to you.": "没有人要发文件给你。",
    "No file is under way.": "没有正在传送的文件。",
    "A file with the same content is under way already.": "内容相同的文件已在传送。",
    "That was too much at once. It was not offered; try again in a few seconds.":
      "一次太多了。没有发出，请过几秒再试。",
    "Four files are under way already. Type cancel to end the last one.":
      "已有四个文件在传送。输入 cancel 取消最后一个。",
    "{}, {}": "{1}，{2}",
    "Type the file behind it: send FILE": "请在后面输入文件：send 文件",
    "{} is a folder or a device; only files can be sent": "{1} 是文件夹或设备；只能发送文件",
    "it was changed while it was sent; send it again": "传送时文件被改动；请重新发送",
    "what came is not what was offered; it is thrown away": "收到的内容与所发的不符，已丢弃",
    "it cannot be written: {}. What is here stays for later.": "无法写入：{1}。已有部分留待以后。",
  ]
}
