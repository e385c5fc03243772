package io.weir.cli.rows;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.TableServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import reactor.core.publisher.Flux;

/**
 * The second reading of a file: its rows as entities, in order.
 *
 * <p>Belongs to one thread.
 */
public final class EntityRows implements Iterator<Entity> {

  private final InputRows rows;
  private final ImportPlan plan;
  private long number;

  private EntityRows(InputRows rows, ImportPlan plan) {
    this.rows = rows;
    this.plan = plan;
  }

  /**
   * Returns the entities of a surveyed file. Each subscription reads the file again, on the
   * requesting thread, which blocks. The file is closed at the end, on failure and on cancellation.
   * Fails with {@link InputException} that names the line.
   */
  public static Flux<Entity> of(ImportPlan plan) {
    return Flux.using(
        plan.rows()::open,
        rows -> Flux.fromIterable(() -> new EntityRows(rows, plan)),
        EntityRows::close);
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  @Override
  public Entity next() {
    var row = rows.next();
    number++;
    try {
      var entity = new EntityBuilder().key(key(row));
      row.fill(entity);
      return entity.build();
    } catch (TableServiceException e) {
      throw InputException.atLine(row.line(), "this row makes no entity. " + e.getMessage());
    }
  }

  private EntityKey key(InputRow row) {
    return plan.numbered()
        ? plan.keys().keyOf(row, padded(number, plan.numberWidth()))
        : plan.keys().keyOf(row);
  }

  private static String padded(long number, int width) {
    var digits = Long.toString(number);
    return "0".repeat(Math.max(0, width - digits.length())) + digits;
  }

  private static void close(InputRows rows) {
    try {
      rows.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
