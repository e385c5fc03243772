package io.weir.hbase.access;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.KeyText;
import io.weir.api.error.InvalidRequestException;
import io.weir.hbase.protocol.ReadAnswer;
import io.weir.hbase.protocol.SliceEnd;
import io.weir.hbase.protocol.SliceLimits;
import io.weir.hbase.protocol.TableId;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A walk over entities that answer a query, one slice at a time.
 *
 * <p>Belongs to one subscription. A slice begins when the one before has arrived. Fails as
 * {@link PlannedRead} does.
 */
final class KeyWalk {

  private final PlannedRead read;
  private final PushedFilter filter;
  private RowsLeft left;
  private @Nullable Continuation position;
  private boolean atRow;
  private long wanted;
  private long scanned;
  private long returned;

  /** Prepares a walk over these rows. */
  KeyWalk(PlannedRead read, PushedFilter filter, RowsLeft left) {
    this.read = read;
    this.filter = filter;
    this.left = left;
    this.wanted = read.wanted();
  }

  /** Whether every matching entity has been returned, or as many as the query allows. */
  boolean isDone() {
    return left.isEmpty() || wanted == 0;
  }

  /** Whether the walk stands before an entity that exists, and its place is {@link #position()}. */
  boolean isAtRow() {
    return atRow;
  }

  /**
   * Returns where a walk goes on that neither loses nor repeats an entity; null before the first
   * place is known.
   */
  @Nullable
  Continuation position() {
    return position;
  }

  long scanned() {
    return scanned;
  }

  /** Returns the cost of the walk so far. */
  QueryReport report() {
    return read.report(scanned, returned);
  }

  /** Reads the next slice. The walk is not done. */
  Mono<List<Entity>> next(SliceLimits limits) {
    var rows = (int) Math.min(limits.rows(), wanted);
    return read.slice(left, filter, new SliceLimits(rows, limits.bytes(), limits.millis()))
        .map(this::take);
  }

  private List<Entity> take(ReadAnswer answer) {
    var end = answer.end();
    left = left.after(end);
    atRow = !end.isOfRegion();
    position = place(end);
    scanned += answer.scanned();
    if (filter.isWhole()) {
      returned += answer.matched();
      wanted -= answer.matched();
      return answer.entities();
    }
    var accepted = answer.entities().stream()
        .filter(filter::accepts)
        .map(entity -> entity.select(read.query().selection()))
        .toList();
    returned += accepted.size();
    wanted -= accepted.size();
    return accepted;
  }

  /**
   * Returns the place of a slice's end. A region begins with a PartitionKey, unless an operator has
   * cut it by hand.
   */
  private @Nullable Continuation place(SliceEnd end) {
    var row = end.row();
    if (row.length < TableId.BYTES || !isOfTable(row)) {
      return position;
    }
    var key = TableId.entityKey(row);
    var direction = read.query().direction();
    if (!end.isOfRegion()) {
      return Continuation.at(EntityKey.decode(key, 0, key.length), direction);
    }
    try {
      var first = new EntityKey(KeyText.decode(key, 0, key.length), "");
      return new Continuation(first, direction != Direction.DESCENDING, direction);
    } catch (InvalidRequestException cutByHand) {
      return position;
    }
  }

  private boolean isOfTable(byte[] row) {
    var range = read.table().rows();
    return Arrays.compareUnsigned(row, range.lower()) >= 0
        && Arrays.compareUnsigned(row, range.upper()) < 0;
  }
}
