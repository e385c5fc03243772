package io.weir.api.write;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A group whose last line is not known yet.
 *
 * <p>When a line breaks the group, all lines so far are refused. Each further line is refused when
 * it arrives.
 *
 * <p>Belongs to one thread at a time.
 */
final class OpenGroup implements BulkLine.Handler<Optional<TableServiceException>> {

  private final long firstLine;
  private final Optional<String> name;
  private final Consumer<BulkUnit> units;
  private final List<Write> writes = new ArrayList<>();
  private long bytes;
  private int waiting;
  private long next;
  private @Nullable TableServiceException broken;

  OpenGroup(long firstLine, Optional<String> name, Consumer<BulkUnit> units) {
    this.firstLine = firstLine;
    this.name = name;
    this.units = units;
    this.next = firstLine;
  }

  boolean isOf(BulkLine line) {
    return line.group().equals(name);
  }

  void add(BulkLine line) {
    next++;
    waiting++;
    if (broken == null) {
      line.dispatch(this).ifPresent(cause -> broken = cause);
    }
    if (broken != null) {
      refuseWaiting(broken);
    }
  }

  /** Completes the group. */
  void end() {
    if (broken == null) {
      whole().ifPresent(this::refuseWaiting);
    }
  }

  void breakOff() {
    if (broken == null) {
      refuseWaiting(new InvalidRequestException(ErrorCode.INVALID_INPUT, "group=brokenOff"));
    }
  }

  /** Returns the failure if this line breaks the group. */
  @Override
  public Optional<TableServiceException> change(BulkLine.Change line) {
    writes.add(line.write());
    bytes += Batch.encodedBytes(line.write());
    return writes.size() > Batch.MAX_WRITES || bytes > Batch.MAX_BYTES ? whole() : Optional.empty();
  }

  @Override
  public Optional<TableServiceException> refused(BulkLine.Refused line) {
    return Optional.of(line.cause().atOperation((int) (next - 1 - firstLine)));
  }

  /** Passes the lines on as a batch, or returns the rule that they break. */
  private Optional<TableServiceException> whole() {
    Batch batch;
    try {
      batch = new Batch(writes);
    } catch (InvalidRequestException e) {
      return Optional.of(e);
    }
    units.accept(new BulkUnit.Group(firstLine, batch));
    return Optional.empty();
  }

  private void refuseWaiting(TableServiceException cause) {
    units.accept(new BulkUnit.Refused(next - waiting, waiting, cause));
    waiting = 0;
    writes.clear();
  }
}
