package io.weir.hbase.catalog;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.hbase.protocol.RequestId;
import io.weir.hbase.protocol.TableId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the catalog: see the package documentation. Callers must not change the arrays. Any
 * thread.
 */
final class CatalogRow {

  /**
   * The row of the last table id. Every other row begins with an account's name, which is greater.
   */
  static final class LastId {

    private static final byte[] ROW = {0};

    private LastId() {}

    static byte[] row() {
      return ROW;
    }
  }

  private static final byte SEPARATOR = 0;
  private static final byte AFTER_SEPARATOR = 1;
  private static final byte[] CURRENT = "c".getBytes(US_ASCII);
  private static final byte[] DROPPED = "d".getBytes(US_ASCII);
  private static final byte[] SETTINGS = "s".getBytes(US_ASCII);
  private static final byte[] ID = "id".getBytes(US_ASCII);
  private static final byte[] NAME = "name".getBytes(US_ASCII);
  private static final byte[] NO_ID = {};

  private CatalogRow() {}

  /** Returns the family of what is true now. */
  static byte[] current() {
    return CURRENT;
  }

  /** Returns the family of dropped tables. */
  static byte[] dropped() {
    return DROPPED;
  }

  /** Returns the family of the settings of accounts and tables. */
  static byte[] settings() {
    return SETTINGS;
  }

  /** Returns the qualifier of ids. */
  static byte[] id() {
    return ID;
  }

  /** Returns the row of a table. */
  static byte[] of(AccountName account, TableName table) {
    return row(account, SEPARATOR, table.folded());
  }

  /** Returns the first place at which any account can have a row. */
  static byte[] first() {
    return new byte[] {AFTER_SEPARATOR};
  }

  /** Returns the account of a row; null for a row of none. */
  static @Nullable AccountName account(byte[] row) {
    for (var end = 1; end < row.length; end++) {
      if (row[end] == SEPARATOR) {
        return new AccountName(new String(row, 0, end, US_ASCII));
      }
    }
    return null;
  }

  /**
   * Returns the first place at which an account can have a row, which is that of its own settings.
   */
  static byte[] first(AccountName account) {
    return row(account, SEPARATOR, "");
  }

  /** Returns the exclusive upper bound of an account's rows. */
  static byte[] end(AccountName account) {
    return row(account, AFTER_SEPARATOR, "");
  }

  private static byte[] row(AccountName account, byte separator, String name) {
    var beginning = account.value().getBytes(US_ASCII);
    var row = Arrays.copyOf(beginning, beginning.length + 1 + name.length());
    row[beginning.length] = separator;
    System.arraycopy(name.getBytes(US_ASCII), 0, row, beginning.length + 1, name.length());
    return row;
  }

  /** Returns the mutation that creates a table. */
  static Put creation(byte[] row, TableName name, TableId id) {
    var version = 2 * id.value();
    return new Put(row)
        .addColumn(CURRENT, ID, version, value(id))
        .addColumn(CURRENT, NAME, version, name.value().getBytes(US_ASCII));
  }

  /** Returns the mutation that drops a table. */
  static Put drop(byte[] row, TableId id, RequestId request, long presentMillis) {
    var version = versionOfDrop(id);
    var value = ByteBuffer.allocate(Long.BYTES + 2 * Long.BYTES)
        .putLong(presentMillis)
        .put(request.toBytes())
        .array();
    return new Put(row)
        .addColumn(CURRENT, ID, version, NO_ID)
        .addColumn(DROPPED, value(id), version, value);
  }

  /** Returns the version of the cells with which a table is dropped. */
  static long versionOfDrop(TableId id) {
    return 2 * id.value() + 1;
  }

  /** Returns the time at which a table was dropped, read from the value of its drop. */
  static long droppedMillis(byte[] drop) {
    return ByteBuffer.wrap(drop).getLong();
  }

  /** Whether this request wrote the value of a drop. */
  static boolean isDropBy(byte @Nullable [] drop, RequestId request) {
    return drop != null
        && Arrays.equals(drop, Long.BYTES, drop.length, request.toBytes(), 0, 2 * Long.BYTES);
  }

  /** Returns the value that stands for an id. */
  static byte[] value(TableId id) {
    return ByteBuffer.allocate(Long.BYTES).putLong(id.value()).array();
  }

  /** Returns the table of a row; null when the row is absent or its table is dropped. */
  static @Nullable TableEntry read(Result row) {
    var id = row.getValue(CURRENT, ID);
    var name = row.getValue(CURRENT, NAME);
    if (id == null || id.length == 0 || name == null) {
      return null;
    }
    return new TableEntry(
        new TableName(new String(name, US_ASCII)),
        new TableId(ByteBuffer.wrap(id).getLong()));
  }
}
