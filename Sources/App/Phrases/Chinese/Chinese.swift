/// The table of Simplified Chinese: for each key of a ``Phrase`` its text.
///
/// `{1}` is the first argument of the English sentence, `{2}` the second; their order is free.
public enum Chinese {
  /// The table in parts, as people meet the sentences.
  public static let parts: [KeyValuePairs<String, String>] = [
    ChineseMoves.texts, ChineseTable.texts, ChineseRoom.texts, ChineseWatching.texts,
    ChineseBoard.texts,
    ChineseHelp.texts,
    ChineseScreen.texts, ChineseSettings.texts, ChineseRecords.texts, ChineseDoctor.texts,
    ChineseEnds.texts, ChineseNetwork.texts, ChineseTalk.texts, ChineseFiles.texts,
  ]

  /// The whole table.
  public static let texts = [String: String](
    parts.joined().map { ($0.key, $0.value) },
    uniquingKeysWith: { first, _ in first }
  )

  /// What the system says of errors, which stands in sentences as an argument.
  static let system = [
    "Operation not permitted": "不允许的操作", "No such file or directory": "没有那个文件或目录",
    "Input/output error": "输入/输出错误", "Permission denied": "权限不够",
    "File exists": "文件已存在", "Not a directory": "不是目录", "Is a directory": "是一个目录",
    "Too many open files": "打开的文件过多", "File too large": "文件过大",
    "No space left on device": "设备上没有空间", "Read-only file system": "只读文件系统",
    "Broken pipe": "断开的管道", "Disk quota exceeded": "超出磁盘限额",
    "Address already in use": "地址已在使用", "Cannot assign requested address": "无法指定被请求的地址",
    "Network is down": "网络已关闭", "Network is unreachable": "网络不可达",
    "Connection reset by peer": "连接被对方重置", "Connection timed out": "连接超时",
    "Connection refused": "连接被拒绝", "Host is down": "主机已关闭",
    "No route to host": "没有到主机的路由", "Name or service not known": "未知的名称或服务",
    "Temporary failure in name resolution": "域名解析暂时失败",
    "No address associated with hostname": "主机名没有对应的地址",
  ]

  /// What the help of the commands says: for each English text the Chinese one.
  public static let help = [String: String](
    [ChineseHelpPlay.texts, ChineseHelpRecords.texts, ChineseHelpTools.texts].joined()
      .map { ($0.key, $0.value) },
    uniquingKeysWith: { first, _ in first }
  )
}
