import Foundation

/// Reads tiles of an overview, also while it is being written.
enum TileReader {
  /// The bytes of one tile; fewer than a whole tile at the end of what is written so far.
  ///
  /// - Returns: nil where nothing is written yet.
  static func read(_ kind: OverviewKind, level: Int, tile: Int, folder: URL) throws -> Data? {
    let url = folder.appendingPathComponent(kind.fileName(level: level))
    guard let file = try? FileHandle(forReadingFrom: url) else { return nil }
    defer { try? file.close() }
    let tileBytes = OverviewFormat.columnsPerTile * kind.columnBytes
    try file.seek(toOffset: UInt64(tile * tileBytes))
    guard let data = try file.read(upToCount: tileBytes), !data.isEmpty else { return nil }
    return data.prefix(data.count / kind.columnBytes * kind.columnBytes)
  }
}
