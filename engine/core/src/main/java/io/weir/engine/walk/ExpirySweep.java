package io.weir.engine.walk;

import io.weir.engine.command.Changes;
import io.weir.engine.index.Expirations;
import io.weir.engine.index.ExpiryCheck;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.shard.UpkeepCommand;
import io.weir.engine.tree.Cursor;
import java.util.Iterator;
import java.util.function.IntConsumer;

/**
 * The removal of a table's expired entities from a shard. They are invisible before; see
 * {@link io.weir.engine.index}.
 *
 * <p>This is the one place that finds them. An index on the moment of expiry would replace the walk
 * over all entities by a range of its entries: those up to the present. The entries of other
 * indexes are removed with the entity.
 *
 * <p>Owner: shard loop.
 */
public final class ExpirySweep implements UpkeepStretch {

  /** Most expired entities of a slice: about the changes of a batch. */
  private static final int MOST_EXPIRED = 100;

  /**
   * Most expired entities of a slice while page files have no room: the shard keeps pages for this
   * number of removals.
   */
  private static final int MOST_WITHOUT_ROOM = 16;

  /** Most entities that a slice visits: some tenths of a millisecond. */
  private static final int MOST_VISITED = 1_000;

  /** The number of copied bytes after which a slice ends. */
  private static final int MOST_BYTES = 1 << 20;

  /**
   * The number of bytes of expired entities after which a slice ends, so that a record has room for
   * their before-images.
   */
  private static final int MOST_EXPIRED_BYTES = 4 << 20;

  private final int tableId;
  private final Expirations expirations;
  private final IntConsumer whenRemoved;

  /** The first key of the slice that is not durable yet, and of the one after it. */
  private byte[] from;

  private byte[] next;

  /** Whether a durable slice has removed an entity. */
  private boolean hasRemoved;

  private byte[] form = new byte[1024];

  /** What the slice that is being evaluated has met. */
  private int expired;

  private int visited;
  private long bytes;
  private long expiredBytes;

  private ExpirySweep(int tableId, Expirations expirations, IntConsumer whenRemoved) {
    this.tableId = tableId;
    this.expirations = expirations;
    this.whenRemoved = whenRemoved;
    this.from = TreeKeys.startOfTable(tableId);
    this.next = from;
  }

  /**
   * Returns a pass over all tables that have a rule.
   *
   * @param whenRemoved receives the id of a table after entities of it were removed; shard loop
   */
  public static Iterator<ExpirySweep> pass(Expirations expirations, IntConsumer whenRemoved) {
    return expirations.tables().stream()
        .map(table -> new ExpirySweep(table, expirations, whenRemoved))
        .iterator();
  }

  @Override
  public int tableId() {
    return tableId;
  }

  @Override
  public boolean stores() {
    return false;
  }

  @Override
  public Sliced slice(UpkeepCommand.View view, Changes changes) {
    var rule = expirations.of(tableId);
    if (rule == null) {
      return Sliced.NOTHING_LEFT;
    }
    expired = 0;
    visited = 0;
    bytes = 0;
    expiredBytes = 0;
    var check = rule.at(view.presentTicks());
    var mostExpired = view.isFull() ? MOST_WITHOUT_ROOM : MOST_EXPIRED;
    var end = TreeKeys.endOfTable(tableId);
    var cursor = new Cursor().open(view.tree());
    for (var more = cursor.seek(from); more && cursor.compareKey(end) < 0; more = cursor.next()) {
      if (isBounded(mostExpired)) {
        next = cursor.key();
        return new Sliced(expired, false);
      }
      visit(cursor, check, changes);
    }
    return new Sliced(expired, true);
  }

  private boolean isBounded(int mostExpired) {
    return visited == MOST_VISITED
        || expired == mostExpired
        || bytes >= MOST_BYTES
        || expiredBytes >= MOST_EXPIRED_BYTES;
  }

  private void visit(Cursor cursor, ExpiryCheck check, Changes changes) {
    var length = check.bytesNeeded(cursor.valueLength());
    form = form.length < length ? new byte[Math.max(length, 2 * form.length)] : form;
    cursor.copyValue(0, form, 0, length);
    if (check.isExpired(form, 0, length)) {
      changes.expire(cursor.key());
      expired++;
      expiredBytes += cursor.valueLength();
    }
    visited++;
    bytes += length;
  }

  @Override
  public void advance(Sliced slice) {
    from = next;
    hasRemoved |= slice.changed() > 0;
  }

  @Override
  public void left(boolean isWhole) {
    if (hasRemoved) {
      whenRemoved.accept(tableId);
    }
  }

  @Override
  public String toString() {
    return "expired entities of table " + tableId;
  }
}
