package io.weir.server.cli.archive;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.server.json.ControlLine;
import java.util.HexFormat;
import java.util.Map;

/**
 * A table in an archive.
 *
 * @param account whose it is
 * @param table its name
 * @param entities how many there are
 * @param bytes length of its file
 * @param crc32c CRC-32C of its file
 */
record ArchivedTable(AccountName account, TableName table, long entities, long bytes, int crc32c) {

  static final String LINE = "$table";

  /** Path of the file within the archive. */
  String file() {
    return account + "/" + table + ".ndjson";
  }

  ControlLine line() {
    return new ControlLine(
        LINE,
        Map.of(
            "account", account.value(),
            "table", table.value(),
            "entities", Long.toString(entities),
            "bytes", Long.toString(bytes),
            "crc32c", HexFormat.of().toHexDigits(crc32c)));
  }

  /** Reads back {@link #line}. Fails with {@code InvalidInput} and {@link IllegalArgumentException}. */
  static ArchivedTable of(ControlLine line) {
    return new ArchivedTable(
        new AccountName(line.get("account")),
        new TableName(line.get("table")),
        line.number("entities"),
        line.number("bytes"),
        HexFormat.fromHexDigits(line.get("crc32c")));
  }
}
