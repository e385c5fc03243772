package io.weir.cli.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.server.json.ControlLine;
import io.weir.server.settings.AccessPolicies;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * A table in an archive.
 *
 * @param account that owns the table
 * @param table its name
 * @param entities number of entities
 * @param bytes length of its file
 * @param crc32c CRC-32C of its file
 * @param policies its stored access policies
 * @param definitions its indexes and its rule of expiry
 */
record ArchivedTable(
    AccountName account,
    TableName table,
    long entities,
    long bytes,
    int crc32c,
    AccessPolicies policies,
    TableDefinitions definitions) {

  static final String LINE = "$table";

  private static final String POLICIES = "policies";

  /** Returns the path of the file within the archive. */
  String file() {
    return file(account, table);
  }

  static String file(AccountName account, TableName table) {
    return account + "/" + table + ".ndjson";
  }

  ControlLine line() {
    var members = new HashMap<>(Map.of(
        "account", account.value(),
        "table", table.value(),
        "entities", Long.toString(entities),
        "bytes", Long.toString(bytes),
        "crc32c", HexFormat.of().toHexDigits(crc32c)));
    if (!policies.all().isEmpty()) {
      members.put(POLICIES, new String(policies.document(), UTF_8));
    }
    definitions.addTo(members);
    return new ControlLine(LINE, members);
  }

  /**
   * Parses the text of {@link #line}. Fails like an invalid request, and with
   * {@link IllegalArgumentException}.
   */
  static ArchivedTable of(ControlLine line) {
    var policies = line.get(POLICIES);
    return new ArchivedTable(
        new AccountName(line.get("account")),
        new TableName(line.get("table")),
        line.number("entities"),
        line.number("bytes"),
        HexFormat.fromHexDigits(line.get("crc32c")),
        policies.isEmpty() ? AccessPolicies.NONE : AccessPolicies.parse(policies.getBytes(UTF_8)),
        TableDefinitions.of(line));
  }
}
